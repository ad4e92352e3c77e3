import type { CandidatePool, Dataset } from '@assay/evaluation';
import { createHash } from 'node:crypto';
import type { EvalFlags } from './eval-flags.js';

export interface EvalJob {
  /** As given on the command line. */
  folder: string;
  dataset: Dataset;
  pool: CandidatePool | null;
  /** Absolute folder of report and progress. */
  out: string;
  /** Folder of the PostgreSQL that loads dumps. */
  dataDir: string;
  flags: EvalFlags;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
  onSimulated: (done: number, total: number) => void;
}

/** What results depend on; those of another configuration are not reused. */
export function configurationOf({ dataset, pool, flags }: EvalJob): object {
  const content = JSON.stringify([dataset.questions, pool === null ? null : [...pool]]);
  return {
    version: 4,
    dataset: dataset.name,
    asked: flags.judge === 'model' ? { level: flags.level ?? null, settings: flags.set ?? {} } : null,
    ...(flags.replay === undefined ? {} : { replay: flags.replay }),
    seeds: seedsOf(flags),
    content: createHash('sha256').update(content).digest('hex'),
  };
}

const MEASURED_SEEDS = [1, 2, 3, 4, 5];

/** Empty if only results decide and nothing is measured. */
export function seedsOf({ variants, judge }: EvalFlags): number[] {
  if (variants !== undefined) return MEASURED_SEEDS;
  return judge === 'clusters' ? MEASURED_SEEDS.slice(0, 1) : [];
}
