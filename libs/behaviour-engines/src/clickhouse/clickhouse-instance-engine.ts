import { mkdtempSync, rmSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkChild } from '@assay/runtime/child-process';
import { ChildInstanceEngine } from '../child/child-instance-engine.js';
import { MOST_BYTES, MOST_ROWS } from '../child/protocol.js';
import { clickhouseDdl } from './clickhouse-ddl.js';

const SCRIPT_HEAP_MB = 128;
/** Memory limit of the process, MB: the engine takes 400 before the first statement. */
const PROCESS_MB = 800;
const GRACE_MS = 300;

const SCRIPT = new URL('./scratch-child.js', import.meta.url);

export interface ClickhouseEngineOptions {
  /** Where `chdb` is installed. */
  folder: string;
  statementTimeoutMs?: number;
}

export class ClickhouseInstanceEngine extends ChildInstanceEngine {
  constructor({ folder, statementTimeoutMs = 200 }: ClickhouseEngineOptions) {
    super({
      start: () => start(folder, statementTimeoutMs),
      ddl: clickhouseDdl,
      statementTimeoutMs: statementTimeoutMs + GRACE_MS,
    });
  }
}

/** Also of children that outlive this process for a moment. */
const folders = new Set<string>();
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });
process.once('exit', () => folders.forEach(remove));

/** Native code bypasses Node's permission model: `readonly` and the OS memory limit apply. */
function start(folder: string, statementTimeoutMs: number): ChildProcess {
  const data = mkdtempSync(join(tmpdir(), 'assay-chdb-'));
  folders.add(data);
  const settings = {
    max_threads: 1,
    max_memory_usage: 64_000_000,
    max_execution_time: statementTimeoutMs / 1000,
    max_result_rows: MOST_ROWS,
    max_result_bytes: MOST_BYTES,
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
    output_format_json_quote_denormals: 1,
    // The last one: it forbids further changes, writing, and reading of files and addresses.
    readonly: 1,
  };
  const execArgv = ['--no-warnings', `--max-old-space-size=${SCRIPT_HEAP_MB}`];
  const permissions = ['--permission', '--allow-addons', '--allow-fs-read=*', `--allow-fs-write=${data}`];
  const child = forkChild({
    script: SCRIPT,
    args: [folder, data, JSON.stringify(settings), String(MOST_BYTES)],
    execArgv: [...execArgv, ...permissions],
    memoryMb: PROCESS_MB,
  });
  child.once('exit', () => {
    folders.delete(data);
    remove(data);
  });
  return child;
}
