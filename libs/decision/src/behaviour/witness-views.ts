import type { Id, WitnessRecord, WitnessView } from '@assay/contracts';
import { candidatesOf, candidateViews } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { probeResult } from './class-of-candidate.js';
import { tellingWitnesses } from './telling-witnesses.js';

/** Witnesses that one prompt shows at most. */
const MOST_SHOWN = 4;

/**
 * Where judged candidates differ, as prompts show it: each database once, and none without a difference. A weak witness
 * takes an unlikely database: it is for people, not for judges.
 */
export function witnessViews(
  run: QuestionRun,
  attempt: number,
  about: (witness: WitnessRecord) => boolean,
): WitnessView[] {
  const numbers = new Map(candidateViews(candidatesOf(run, attempt)).map(({ id, number }) => [id, number]));
  const found = (probeResult(run, attempt)?.witnesses ?? []).filter((witness) => !witness.weak && about(witness));
  return tellingWitnesses(found)
    .slice(0, MOST_SHOWN)
    .flatMap(({ a, b, tables, resultA, resultB }) => {
      const [numberA, numberB] = [numbers.get(a), numbers.get(b)];
      return numberA === undefined || numberB === undefined ? [] : [{ numberA, numberB, tables, resultA, resultB }];
    });
}

/** Those of one candidate, as a field of a task's payload; nothing where there are none. */
export function witnessesOf(run: QuestionRun, attempt: number, candidate: Id): { witnesses?: WitnessView[] } {
  const witnesses = witnessViews(run, attempt, ({ a, b }) => a === candidate || b === candidate);
  return witnesses.length === 0 ? {} : { witnesses };
}
