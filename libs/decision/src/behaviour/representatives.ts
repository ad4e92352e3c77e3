import type { CandidateView, Id } from '@assay/contracts';
import { candidatesOf, candidateViews, distinctCandidates, type Candidate } from '../candidates.js';
import { roundsOf, type QuestionRun } from '../question-run.js';
import { clusterOf, inOrderOfTexts } from '../selection/finalists.js';

/** One class of equal behaviour with those that belong to it. */
export interface BehaviourClass {
  id: string;
  /** The distinct texts; the first one stands for the class. */
  texts: [Candidate, ...Candidate[]];
  /** All of the class, duplicates included, by ordinal. */
  members: Candidate[];
}

/** The classes of an attempt's valid candidates, most votes first; none where each SQL is judged by itself. */
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

/** Who was judged stands for its class, whoever joins it later. */
function judgedCandidates(run: QuestionRun, attempt: number): ReadonlySet<Id> {
  const tasks = roundsOf(run, attempt, 'evaluate').flatMap((stage) => stage.tasks);
  return new Set(tasks.map(({ payload }) => payload.candidate.id));
}

/** The candidates that are judged: one for each class of equal behaviour, or each distinct valid one. */
export function judgedViews(run: QuestionRun, attempt: number): CandidateView[] {
  const views = candidateViews(candidatesOf(run, attempt));
  const hidden = textsStoodFor(run, attempt);
  return views.filter(({ id }) => !hidden.has(id));
}

/** Texts for which another one of their class stands, with that one. */
export function textsStoodFor(run: QuestionRun, attempt: number): Map<Id, Id> {
  return new Map(
    behaviourClasses(run, attempt).flatMap(({ texts: [first, ...others] }) =>
      others.map(({ id }) => [id, first.id] as const),
    ),
  );
}

/** Other texts that behave like a candidate; nothing where there are none. */
export function alsoAs(run: QuestionRun, attempt: number, candidate: Id): { alsoAs?: string[] } {
  const own = behaviourClasses(run, attempt).find(({ texts: [first] }) => first.id === candidate);
  const others = own?.texts.slice(1).map(({ sql }) => sql) ?? [];
  return others.length === 0 ? {} : { alsoAs: others };
}
