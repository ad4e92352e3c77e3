import type { Id, WitnessRecord, WitnessView } from '@assay/contracts';
import { candidatesOf, candidateViews } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { probeResult } from './class-of-candidate.js';
import { informativeWitnesses } from './informative-witnesses.js';

/** Per prompt of a judge. */
const MOST_SHOWN = 4;

/** Witnesses for prompts, each once. Weak witnesses need unlikely data and are shown to people only. */
export function witnessViews(
  run: QuestionRun,
  attempt: number,
  about: (witness: WitnessRecord) => boolean,
): WitnessView[] {
  const numbers = new Map(candidateViews(candidatesOf(run, attempt)).map(({ id, number }) => [id, number]));
  const found = (probeResult(run, attempt)?.witnesses ?? []).filter((witness) => !witness.weak && about(witness));
  return informativeWitnesses(found).flatMap(({ a, b, tables, resultA, resultB }) => {
    const [numberA, numberB] = [numbers.get(a), numbers.get(b)];
    return numberA === undefined || numberB === undefined ? [] : [{ numberA, numberB, tables, resultA, resultB }];
  });
}

export function witnessesOf(run: QuestionRun, attempt: number, candidate: Id): { witnesses?: WitnessView[] } {
  const all = witnessViews(run, attempt, ({ a, b }) => a === candidate || b === candidate);
  const witnesses = all.slice(0, MOST_SHOWN);
  return witnesses.length === 0 ? {} : { witnesses };
}
