import { ended, exchange } from '@assay/runtime/child-process';
import { targetFault } from '../target-faults.js';
import { startScript, type ScriptStart } from './child-process.js';
import { CPU_SECONDS, CPU_SECONDS_PER_MB } from './limits.js';

export type FileMessage<Report> = { kind: 'ready' } | { kind: 'file'; report: Report } | { kind: 'done' };

export interface FileWork<File, Report> {
  files: readonly File[];
  bytesOf: (file: File) => Promise<number>;
  /** @param failed files that ended earlier processes */
  start: (files: readonly File[], failed: readonly File[]) => Promise<ScriptStart>;
  failure: (file: File, problem: string) => Report;
  /** As `performance.now()`. */
  deadline: number;
}

/**
 * A file that ends the process is retried once, then failed. At the deadline, the current file and those after it are
 * failed; the others stay.
 * @returns a report per file, in order
 * @throws InfrastructureError `TARGET_OVERLOADED` if no process gets ready
 */
export async function runOverFiles<File, Report>(work: FileWork<File, Report>): Promise<Report[]> {
  const [reports, failed] = [[] as Report[], [] as File[]];
  let suspect = -1;
  for (;;) {
    const rest = work.files.slice(reports.length);
    const run = await runOnce(work, rest, failed);
    reports.push(...run.reports);
    if (run.problem === null) return reports;
    if (run.isLate) return [...reports, ...leftOut(work, reports.length)];
    if (suspect !== reports.length) {
      suspect = reports.length;
      continue;
    }
    const file = work.files[suspect];
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

async function runOnce<File, Report>(
  { bytesOf, start, deadline }: FileWork<File, Report>,
  files: readonly File[],
  failed: readonly File[],
): Promise<{ reports: Report[]; isReady: boolean; isLate: boolean; problem: string | null }> {
  const bytes = (await Promise.all(files.map(bytesOf))).reduce((sum, size) => sum + size, 0);
  const cpuSeconds = CPU_SECONDS + Math.ceil((bytes / 1024 ** 2) * CPU_SECONDS_PER_MB);
  const child = startScript({ ...(await start(files, failed)), cpuSeconds });
  const reports: Report[] = [];
  let isReady = false;
  const last = await exchange<FileMessage<Report>>(child, {
    isLast: (message) => {
      isReady ||= message.kind === 'ready';
      if (message.kind === 'file') reports.push(message.report);
      return message.kind === 'done';
    },
    timeoutMs: Math.max(0, deadline - performance.now()),
  });
  const isLate = last === null && child.connected;
  const cause = await ended(child);
  if (last !== null) return { reports, isReady, isLate, problem: null };
  if (isLate && !isReady) throw targetFault('TARGET_OVERLOADED');
  return { reports, isReady, isLate, problem: isLate || cause === 'SIGXCPU' ? TOO_LONG : 'reading it failed' };
}
