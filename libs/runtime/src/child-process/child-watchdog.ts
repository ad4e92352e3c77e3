import { spawn, type ChildProcess } from 'node:child_process';
import { systemEnvironment } from './system-environment.js';

/** Keeps a list of processes by the lines of its standard input, and kills them when that ends: so does SIGKILL of us. */
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

/**
 * Kills child processes when this process ends, in whatever way and whatever they are busy with: a child that runs
 * native code does not notice that its channel was closed. One shell watches all of them; Windows has none.
 */
class ChildWatchdog {
  private readonly alive = new Set<number>();
  private shell: ChildProcess | null = null;

  watch(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined || process.platform === 'win32') return;
    if (this.shell === null) this.start();
    this.alive.add(pid);
    this.tell('+', pid);
    child.once('exit', () => {
      this.alive.delete(pid);
      this.tell('-', pid);
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
    // The pipe alone must not keep our process alive.
    (shell.stdin as unknown as { unref(): void }).unref();
    for (const pid of this.alive) this.tell('+', pid);
  }

  private tell(sign: '+' | '-', pid: number): void {
    this.shell?.stdin?.write(`${sign} ${pid}\n`);
  }
}

export const childWatchdog = new ChildWatchdog();
