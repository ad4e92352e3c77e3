import { candidatesOf, type Candidate } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { clusterOf } from '../selection/finalists.js';
import type { ClassTexts } from './waves.js';

/** For each class of an attempt's valid candidates, how many of them gave each of its texts. */
export function classTexts(run: QuestionRun, attempt: number): ClassTexts {
  const valid = candidatesOf(run, attempt).filter((candidate) => candidate.valid);
  return [...Map.groupBy(valid, clusterOf).values()].map(textVotes);
}

/** How many of these candidates gave each text. */
export function textVotes(candidates: readonly Candidate[]): number[] {
  return [...Map.groupBy(candidates, ({ canonical, id }) => canonical || id).values()].map((same) => same.length);
}
