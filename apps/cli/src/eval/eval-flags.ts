import type { Level, SettingsPatch } from '@assay/contracts';
import { InvalidArgumentError } from 'commander';

const JUDGES = ['none', 'clusters', 'simulated', 'recorded', 'model'] as const;
export type EvalJudge = (typeof JUDGES)[number];

/** What `assay eval` was told. */
export interface EvalFlags {
  candidates?: string;
  judge: EvalJudge;
  /** Folder of further databases of each schema. */
  variants?: string;
  systems?: string[];
  poolPort: number;
  /** File that every call of the model is written into, or answered from. */
  record?: string;
  replay?: string;
  minEx?: number;
  out?: string;
  fresh?: true;
  /** Of a workspace: how often each gold SQL is asked; whether its evaluations are listed; whether as JSON. */
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
  if (judge === undefined) throw new InvalidArgumentError(`It is one of ${JUDGES.join(', ')}.`);
  return judge;
}

/** Names between commas. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === '')) throw new InvalidArgumentError('It is names with commas between them.');
  return names;
}

/** A whole number from 1. */
export function parsePositive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(text);
}
