import type { Id, OpenPoint } from '@assay/contracts';
import type { Tie } from './tie.js';
import type { WeakSplit } from './weak-split.js';

/** A user's choice for an open point. */
export interface Settled {
  /** Reading test id. */
  openPoint: Id;
  /** Alternative id. */
  option: string;
}

export function tiePoint({ id, question, members }: Tie, said: readonly Settled[]): OpenPoint {
  return {
    id,
    question,
    options: members.map(({ admitted: { candidate }, meaning }) => ({
      id: candidate.id,
      meaning,
      reading: candidate.id,
    })),
    settled: said.find(({ openPoint }) => openPoint === id)?.option ?? null,
  };
}

export function weakPoint({ id, question, sides }: WeakSplit, said: readonly Settled[]): OpenPoint {
  return {
    id,
    question,
    options: sides.map(({ candidate, meaning }) => ({ id: candidate.id, meaning, reading: candidate.id })),
    settled: said.find(({ openPoint }) => openPoint === id)?.option ?? null,
    weak: true,
  };
}
