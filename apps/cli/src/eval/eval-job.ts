import type { CandidatePool, Dataset } from '@assay/evaluation';
import { createHash } from 'node:crypto';
import type { EvalFlags } from './eval-flags.js';

/** One evaluation: what is asked, how, and where its progress is kept. */
export interface EvalJob {
  /** The data set's folder, as it was given. */
  folder: string;
  dataset: Dataset;
  pool: CandidatePool | null;
  /** Absolute path of the folder for report and progress. */
  out: string;
  /** Assay's data folder, whose PostgreSQL takes dumps. */
  dataDir: string;
  flags: EvalFlags;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
  /** So many of so many tables of simulated judges are done. */
  onSimulated: (done: number, total: number) => void;
}

/** What the findings of an evaluation depend on: with another configuration they are not continued. */
export function configurationOf({ dataset, pool, flags }: EvalJob): object {
  const content = JSON.stringify([dataset.questions, pool === null ? null : [...pool]]);
  return {
    version: 2,
    dataset: dataset.name,
    asked: flags.judge === 'model' ? { level: flags.level ?? null, settings: flags.set ?? {} } : null,
    ...(flags.replay === undefined ? {} : { replay: flags.replay }),
    seeds: seedsOf(flags),
    content: createHash('sha256').update(content).digest('hex'),
  };
}

/** Figures of generated instances are means over these. */
const MEASURED_SEEDS = [1, 2, 3, 4, 5];

/** Seeds of the instances that candidates are told apart on: none where results alone decide and nothing is measured. */
export function seedsOf({ variants, judge }: EvalFlags): number[] {
  if (variants !== undefined) return MEASURED_SEEDS;
  return judge === 'clusters' ? MEASURED_SEEDS.slice(0, 1) : [];
}
