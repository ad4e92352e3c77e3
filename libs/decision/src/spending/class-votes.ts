import { candidatesOf, type Candidate } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { clusterOf } from '../selection/finalists.js';
import type { ClassVotes } from './waves.js';

export function classVotes(run: QuestionRun, attempt: number): ClassVotes[] {
  const valid = candidatesOf(run, attempt).filter((candidate) => candidate.valid);
  return [...Map.groupBy(valid, clusterOf).values()].map((members) => ({
    texts: textVotes(members),
    // equal behaviour has equal results except for column order
    orders: votesBy(members, ({ cluster, id }) => cluster ?? id),
  }));
}

export function textVotes(candidates: readonly Candidate[]): number[] {
  return votesBy(candidates, ({ canonical, id }) => canonical || id);
}

function votesBy(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string): number[] {
  return [...Map.groupBy(candidates, keyOf).values()].map((same) => same.length);
}
