import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ScriptedModelProcessOptions {
  /** Exports `createModel`, which makes options from `parameters`, or as default a `ModelHandler`. */
  script: URL;
  parameters?: unknown;
}

export interface ScriptedModelProcess {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Runs in its own process, so that its CPU time is not counted as ours. Needs the build, which makes the forked file.
 */
export async function startScriptedModelProcess(options: ScriptedModelProcessOptions): Promise<ScriptedModelProcess> {
  const child = fork(fileURLToPath(new URL('./child-main.js', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.send({ script: options.script.href, parameters: options.parameters ?? null });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string));
    child.once('exit', (code) => reject(new Error(`the scripted model ended with code ${code}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    close: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
