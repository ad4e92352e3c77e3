import type { Id, Level, WeighedAgent } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';
import { judgedClasses } from './judged-classes.js';
import { pairsOf } from './run-odds.js';
import { candidatesOf } from '../candidates.js';
import type { JudgeTally } from './reliability.js';

export interface JudgeLesson extends JudgeTally {
  agent: WeighedAgent;
  level: Level;
}

/**
 * A class verdict counts once, a won comparison if exactly one of its SQLs is right.
 * @param isRight by representative
 */
export function judgeLessons(run: QuestionRun, isRight: (candidate: Id) => boolean | null): JudgeLesson[] {
  return run.attempts.flatMap((attempt) => {
    const classes = judgedClasses(run, attempt, candidatesOf(run, attempt.ordinal));
    const verdicts = classes.flatMap(({ passes, finalist }) => {
      const truth = isRight(finalist.candidate);
      return truth === null ? [] : [passes === truth];
    });
    const choices = pairsOf(run, attempt).flatMap(({ left, right, winner }) => {
      if (winner === null) return [];
      const [won, lost] = [isRight(winner), isRight(winner === left ? right : left)];
      return won === null || lost === null || won === lost ? [] : [won];
    });
    const { level } = attempt;
    return [lesson('evaluator', level, verdicts), lesson('sql-selector', level, choices)].flat();
  });
}

function lesson(agent: WeighedAgent, level: Level, observed: readonly boolean[]): JudgeLesson[] {
  const right = observed.filter(Boolean).length;
  return observed.length === 0 ? [] : [{ agent, level, right, wrong: observed.length - right }];
}
