import type { CandidateView, Id } from '@assay/contracts';
import { candidatesOf, candidateViews, distinctCandidates, type Candidate } from '../candidates.js';
import { roundsOf, type QuestionRun } from '../question-run.js';
import { clusterOf, inOrderOfTexts } from '../selection/finalists.js';

export interface BehaviourClass {
  id: string;
  /** Distinct texts; the first is the representative. */
  texts: [Candidate, ...Candidate[]];
  /** All members by ordinal, duplicates included. */
  members: Candidate[];
}

/** Of valid candidates, most votes first; empty if each SQL is judged by itself. */
export function behaviourClasses(run: QuestionRun, attempt: number): BehaviourClass[] {
  const all = candidatesOf(run, attempt);
  const judged = judgedCandidates(run, attempt);
  const classified = all.filter(({ behaviour }) => behaviour !== null);
  const classes = [...Map.groupBy(classified, clusterOf)].flatMap(([id, members]) => {
    const ordered = inOrderOfTexts(distinctCandidates(members), all, { ...run, attempt });
    const [first, ...others] = [
      ...ordered.filter(({ id: one }) => judged.has(one)),
      ...ordered.filter(({ id: one }) => !judged.has(one)),
    ];
    return first === undefined ? [] : [{ id, texts: [first, ...others], members } satisfies BehaviourClass];
  });
  return classes.sort(({ members: one }, { members: other }) => other.length - one.length);
}

/** A judged candidate stays its class's representative. */
function judgedCandidates(run: QuestionRun, attempt: number): ReadonlySet<Id> {
  const tasks = roundsOf(run, attempt, 'evaluate').flatMap((stage) => stage.tasks);
  return new Set(tasks.map(({ payload }) => payload.candidate.id));
}

/** One per class, or each distinct valid one. */
export function judgedViews(run: QuestionRun, attempt: number): CandidateView[] {
  const views = candidateViews(candidatesOf(run, attempt));
  const hidden = representedTexts(run, attempt);
  return views.filter(({ id }) => !hidden.has(id));
}

/** Maps texts to the representative that is judged for them. */
export function representedTexts(run: QuestionRun, attempt: number): Map<Id, Id> {
  return new Map(
    behaviourClasses(run, attempt).flatMap(({ texts: [first, ...others] }) =>
      others.map(({ id }) => [id, first.id] as const),
    ),
  );
}

export function alsoAs(run: QuestionRun, attempt: number, candidate: Id): { alsoAs?: string[] } {
  const own = behaviourClasses(run, attempt).find(({ texts: [first] }) => first.id === candidate);
  const others = own?.texts.slice(1).map(({ sql }) => sql) ?? [];
  return others.length === 0 ? {} : { alsoAs: others };
}
