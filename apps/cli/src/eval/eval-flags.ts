import type { Level, SettingsPatch } from '@assay/contracts';
import { InvalidArgumentError } from 'commander';

const JUDGES = ['none', 'clusters', 'simulated', 'recorded', 'model'] as const;
export type EvalJudge = (typeof JUDGES)[number];

export interface EvalFlags {
  candidates?: string;
  judge: EvalJudge;
  /** Folder with further databases per schema. */
  variants?: string;
  systems?: string[];
  poolPort: number;
  /** File to record model calls to, or to replay them from. */
  record?: string;
  replay?: string;
  minEx?: number;
  out?: string;
  fresh?: true;
  /** Only for workspaces: repeats per gold SQL, list of evaluations, JSON output. */
  repeats?: number;
  history?: true;
  json?: true;
  concurrency: number;
  databases?: string[];
  limit?: number;
  level?: Level;
  set?: SettingsPatch;
}

export function parseJudge(text: string): EvalJudge {
  const judge = JUDGES.find((known) => known === text.toLowerCase());
  if (judge === undefined) throw new InvalidArgumentError(`Expected one of ${JUDGES.join(', ')}.`);
  return judge;
}

export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === '')) throw new InvalidArgumentError('Expected names, separated by commas.');
  return names;
}

export function parsePositive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return Number(text);
}
