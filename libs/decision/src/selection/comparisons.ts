import { latestRound, type QuestionRun } from '../question-run.js';
import type { Comparison } from './tournament.js';

export function comparisonsOf(run: QuestionRun, attempt: number): Comparison[] {
  return (latestRound(run, attempt, 'compare')?.tasks ?? []).flatMap(({ payload, result }) =>
    result === null
      ? []
      : [
          {
            first: payload.first.id,
            second: payload.second.id,
            winner: result.winner,
            confidence: result.confidence,
          },
        ],
  );
}
