import type { Id, Level, WeighedAgent } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';
import { judgedClasses } from './judged-classes.js';
import { pairsOf } from './run-odds.js';
import { candidatesOf } from '../candidates.js';
import type { JudgeTally } from './reliability.js';

/** What one question tells of its judges at one level. */
export interface JudgeLesson extends JudgeTally {
  agent: WeighedAgent;
  level: Level;
}

/**
 * How often the judges of a question were right, once it is known what is right: the very observations that its odds
 * were made of. The verdict on a class (all requirements met, or not) counts once; of comparisons those that were won,
 * of a right and a wrong SQL.
 *
 * @param isRight by the candidate that stands for a class; null where it cannot be told
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
