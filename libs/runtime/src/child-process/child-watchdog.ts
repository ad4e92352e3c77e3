import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { systemEnvironment } from './system-environment.js';

/**
 * Reads `+ pid` and `- pid` lines. When its stdin ends, also by SIGKILL of this process, it kills the processes left.
 */
const SCRIPT = `
alive=
while read -r sign pid; do
  left=
  for one in $alive; do [ "$one" = "$pid" ] || left="$left $one"; done
  [ "$sign" = + ] && left="$left $pid"
  alive=$left
done
[ -z "$alive" ] || kill -9 $alive
`;

/** Kills children when this process ends in any way: native code does not notice a closed channel. Not on Windows. */
class ChildWatchdog {
  private readonly alive = new Set<number>();
  private shell: ChildProcess | null = null;

  /** Where a child registers itself by a line `+ <pid>`: a parent that is killed just after the fork could not do it. */
  get input(): Writable | null {
    if (this.shell === null && process.platform !== 'win32') this.start();
    return this.shell?.stdin ?? null;
  }

  watch(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined || process.platform === 'win32') return;
    this.alive.add(pid);
    child.once('exit', () => {
      this.alive.delete(pid);
      this.notify('-', pid);
    });
  }

  private start(): void {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'assay-children'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: systemEnvironment(),
      detached: true,
      cwd: '/',
    });
    this.shell = shell;
    const lose = (): void => {
      if (this.shell === shell) this.shell = null;
    };
    shell.on('error', lose);
    shell.on('exit', lose);
    shell.stdin.on('error', lose);
    shell.unref();
    // Must not keep us alive.
    (shell.stdin as unknown as { unref(): void }).unref();
    for (const pid of this.alive) this.notify('+', pid);
  }

  private notify(sign: '+' | '-', pid: number): void {
    this.shell?.stdin?.write(`${sign} ${pid}\n`);
  }
}

export const childWatchdog = new ChildWatchdog();
