import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { pidFile } from './postmaster.js';

/**
 * A shell that waits for the end of its standard input. A line means that all is well; the end of the pipe, which even
 * kill -9 of our process brings about, means that we are gone. After a while, unless the holder file names another
 * process that lives (it adopted the server meanwhile), it ends the server that the lock file still names.
 */
const SCRIPT = `
pid=$1 lock=$2 holder=$3 me=$4 patience=$5 signal=$6 remove=$7
read -r released && exit 0
sleep "$patience"
read -r name process <"$holder" 2>/dev/null
[ "$name" != "$me" ] && [ -n "$process" ] && kill -0 "$process" 2>/dev/null && exit 0
[ "$(head -n 1 "$lock" 2>/dev/null)" = "$pid" ] && kill "-$signal" "$pid"
[ -n "$remove" ] || exit 0
waited=0
while kill -0 "$pid" 2>/dev/null && [ "$waited" -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
rm -rf "$remove"
`;

export interface WatchdogOptions {
  /** How long an orphaned server is left to be adopted, in seconds. */
  patienceSeconds: number;
  /** `INT`: in order and fast; `QUIT`: at once, as in a crash. */
  signal: 'INT' | 'QUIT';
  /** Folder to remove once the server is gone. */
  remove?: string;
}

/** Ends the server some time after this process died without having said goodbye. */
export class Watchdog {
  private readonly shell: ChildProcess | null;
  private readonly holder: string;
  private readonly me = randomUUID();

  /** Makes us the holder of the server that is process `pid`; an earlier holder's watchdog leaves it alone from now on. */
  constructor(pid: number, cluster: Cluster, options: WatchdogOptions) {
    this.holder = join(cluster.folder, 'holder');
    if (process.platform === 'win32') {
      this.shell = null;
      return;
    }
    writeFileSync(this.holder, `${this.me} ${process.pid}\n`);
    const { patienceSeconds, signal, remove = '' } = options;
    const files = [pidFile(cluster.pgdata), this.holder];
    const parameters = [String(pid), ...files, this.me, String(patienceSeconds), signal, remove];
    this.shell = spawn('/bin/sh', ['-c', SCRIPT, 'assay-watchdog', ...parameters], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    });
    this.shell.on('error', () => undefined);
    this.shell.stdin?.on('error', () => undefined);
    this.shell.unref();
    // The pipe alone must not keep our process alive.
    (this.shell.stdin as unknown as { unref(): void }).unref();
  }

  /** Sends the watchdog home; the server is stopped, or is somebody else's now. */
  release(): void {
    if (readIfThere(this.holder).startsWith(this.me)) rmSync(this.holder, { force: true });
    this.shell?.stdin?.end('released\n');
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
