import { spawn, type ChildProcess } from 'node:child_process';

/**
 * A shell that waits for the end of our standard input to it. A line means that all is well; the end of the pipe, which
 * even kill -9 of our process brings about, means that nobody needs the server any more.
 */
const SCRIPT = `
read -r released && exit 0
[ "$(head -n 1 "$2" 2>/dev/null)" = "$1" ] && kill "-$3" "$1"
[ -n "$4" ] || exit 0
waited=0
while kill -0 "$1" 2>/dev/null && [ "$waited" -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
rm -rf "$4"
`;

/** Ends the server when this process dies without having said goodbye. */
export class Watchdog {
  readonly #shell: ChildProcess | null;

  /**
   * @param pid - the server's process
   * @param lockFile - its `postmaster.pid`; the server is only signalled while this names the same process
   * @param options.signal - `INT`: orderly and fast; `QUIT`: at once
   * @param options.remove - folder to remove once the server is gone
   */
  constructor(pid: number, lockFile: string, options: { signal: 'INT' | 'QUIT'; remove?: string }) {
    if (process.platform === 'win32') {
      this.#shell = null;
      return;
    }
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid), lockFile, options.signal, options.remove ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    });
    this.#shell.on('error', () => undefined);
    this.#shell.stdin?.on('error', () => undefined);
    this.#shell.unref();
    // The pipe alone must not keep our process alive.
    (this.#shell.stdin as unknown as { unref(): void }).unref();
  }

  /** Sends the watchdog home; the server is stopped, or is somebody else's now. */
  release(): void {
    this.#shell?.stdin?.end('released\n');
  }
}
