import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ScriptedModelProcessOptions {
  /** URL of a module whose default export is a `ModelHandler`, or a function of `parameters` that returns one's options. */
  script: URL;
  /** Handed to the script's `createModel(parameters)` where it exports one. */
  parameters?: unknown;
}

export interface ScriptedModelProcess {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** The scripted model in a process of its own, so that its CPU time is not counted as ours. Needs the built package. */
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
