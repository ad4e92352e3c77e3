import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { pidFile } from './postmaster.js';

/**
 * A shell: a line on its stdin releases it; end of file means our death: it waits, then ends the server unless another
 * process adopted it.
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
  patienceSeconds: number;
  signal: 'INT' | 'QUIT';
  remove?: string;
}

export class Watchdog {
  private readonly shell: ChildProcess | null;
  private readonly holder: string;
  private readonly me = randomUUID();

  /** Registers as holder; watchdogs of earlier holders then spare the server. */
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
    (this.shell.stdin as unknown as { unref(): void }).unref();
  }

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
