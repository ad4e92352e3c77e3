import type { Id, OpenPoint } from '@assay/contracts';
import type { Tie } from './tie.js';
import type { WeakSplit } from './weak-split.js';

export interface Settled {
  /** Id of the reading test, tie or weak split. */
  openPoint: Id;
  /** Id of the alternative; of a candidate in a tie or weak split. */
  option: string;
}

export function tiePoint({ id, question, members }: Tie, choices: readonly Settled[]): OpenPoint {
  return {
    id,
    question,
    options: members.map(({ admitted: { candidate }, meaning }) => ({
      id: candidate.id,
      meaning,
      reading: candidate.id,
    })),
    settled: choices.find(({ openPoint }) => openPoint === id)?.option ?? null,
  };
}

export function weakPoint({ id, question, sides }: WeakSplit, choices: readonly Settled[]): OpenPoint {
  return {
    id,
    question,
    options: sides.map(({ candidate, meaning }) => ({ id: candidate.id, meaning, reading: candidate.id })),
    settled: choices.find(({ openPoint }) => openPoint === id)?.option ?? null,
    weak: true,
  };
}
