import { ended, exchange } from '@assay/runtime/child-process';
import { targetFault } from '../target-faults.js';
import { startScript, type ScriptStart } from './child-process.js';
import { CPU_SECONDS, CPU_SECONDS_PER_MB } from './limits.js';

/** `full`: the current file needs more memory than there is. */
export type FileMessage<Report> =
  { kind: 'ready' } | { kind: 'file'; report: Report } | { kind: 'full' } | { kind: 'done' };

/** The request is a message: an argument is limited to 128 KB. */
export interface FileStart extends ScriptStart {
  request: object;
}

export interface FileWork<File, Report> {
  files: readonly File[];
  bytesOf: (file: File) => Promise<number>;
  /** @param failed files that ended earlier processes */
  start: (files: readonly File[], failed: readonly File[]) => Promise<FileStart>;
  failure: (file: File, problem: string) => Report;
  deadline: AbortSignal;
}

/** Time to drop an unfinished table after the deadline, milliseconds. */
const GRACE_MS = 30_000;

/**
 * A file that ends the process is retried once; one that alone used up the processor time fails. At the deadline the
 * current and later files fail.
 * @returns a report per file, in order
 * @throws InfrastructureError `TARGET_OVERLOADED` if no process gets ready, or the last one does not end
 */
export async function runOverFiles<File, Report>(work: FileWork<File, Report>): Promise<Report[]> {
  const [reports, failed] = [[] as Report[], [] as File[]];
  let suspect = -1;
  for (;;) {
    const rest = work.files.slice(reports.length);
    const run = await runOnce(work, rest, failed);
    reports.push(...run.reports);
    if (run.problem === null) return reports;
    if (run.isLate) {
      failed.push(...work.files.slice(reports.length, reports.length + 1));
      const last = await runOnce({ ...work, deadline: AbortSignal.timeout(GRACE_MS) }, [], failed);
      if (last.problem !== null) throw targetFault('TARGET_OVERLOADED');
      return [...reports, ...leftOut(work, reports.length)];
    }
    if (suspect !== reports.length && !run.usedUpTime) {
      suspect = reports.length;
      continue;
    }
    const file = work.files[reports.length];
    if (file === undefined || !run.isReady) throw targetFault('TARGET_OVERLOADED');
    failed.push(file);
    reports.push(work.failure(file, run.problem));
  }
}

function leftOut<File, Report>({ files, failure }: FileWork<File, Report>, from: number): Report[] {
  return files
    .slice(from)
    .map((file, index) => failure(file, index === 0 ? TOO_LONG : 'files before it take too long to read'));
}

const TOO_LONG = 'it takes too long to read';

interface FileRun<Report> {
  reports: Report[];
  isReady: boolean;
  isLate: boolean;
  /** The first file used up the processor time. */
  usedUpTime: boolean;
  problem: string | null;
}

async function runOnce<File, Report>(
  { bytesOf, start, deadline }: FileWork<File, Report>,
  files: readonly File[],
  failed: readonly File[],
): Promise<FileRun<Report>> {
  const bytes = (await Promise.all(files.map(bytesOf))).reduce((sum, size) => sum + size, 0);
  const cpuSeconds = CPU_SECONDS + Math.ceil((bytes / 1024 ** 2) * CPU_SECONDS_PER_MB);
  const { request, ...script } = await start(files, failed);
  const child = startScript({ ...script, cpuSeconds });
  const reports: Report[] = [];
  let isReady = false;
  let isFull = false;
  const last = await exchange<FileMessage<Report>>(child, {
    request,
    isLast: (message) => {
      isReady ||= message.kind === 'ready';
      isFull ||= message.kind === 'full';
      if (message.kind === 'file') reports.push(message.report);
      return message.kind === 'done';
    },
    signal: deadline,
  });
  const isLate = last === null && child.connected;
  const cause = await ended(child);
  const usedUpTime = cause === 'SIGXCPU' && reports.length === 0;
  const run = { reports, isReady, isLate, usedUpTime };
  if (last !== null) return { ...run, problem: null };
  if (isLate && !isReady) throw targetFault('TARGET_OVERLOADED');
  const isLong = isLate || cause === 'SIGXCPU';
  // V8 and DuckDB's threads abort where an allocation fails.
  const failure = isFull || cause === 'SIGABRT' ? 'it takes too much memory' : 'reading it failed';
  return { ...run, problem: isLong ? TOO_LONG : failure };
}
