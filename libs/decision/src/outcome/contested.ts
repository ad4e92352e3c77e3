import type { Contested, MostLikely } from '@assay/contracts';
import { candidatesOf } from '../candidates.js';
import { runOdds, type ClassOdds } from '../odds/run-odds.js';
import type { QuestionRun } from '../question-run.js';
import { finalJudgements } from '../verdicts/judgements.js';
import { failedTestsOf } from './failed-sqls.js';
import { failsTests, percent } from './sentences.js';

/** Doubts about a class that answers despite FAILs. */
export function contestedByTests(chosen: ClassOdds): Contested {
  const likely = `All checks together give it a chance of ${percent(chosen.probability)} to be right.`;
  const message = `${failsTests(chosen)} ${likely}`;
  return { by: 'failed-tests', message };
}

export function contestedByDoubt({ settings }: QuestionRun, confidence: number): Contested | null {
  if (confidence >= settings.goldConfidence) return null;
  const message = `It passes every test, but all checks together give it a chance of only ${percent(confidence)} to be right.`;
  return { by: 'low-confidence', message };
}

/** The likeliest class, despite failures; null if none was judged or verdicts are final. */
export function mostLikelyOf(run: QuestionRun): MostLikely | null {
  if (run.settings.verdicts === 'final') return null;
  const best = runOdds(run).classes.find(({ isJudged }) => isJudged);
  if (best === undefined) return null;
  const { attempt, finalist, probability } = best;
  const candidate = candidatesOf(run, attempt.ordinal).find(({ id }) => id === finalist.candidate);
  const judgement = finalJudgements(run, attempt.ordinal).find((each) => each.candidate === finalist.candidate);
  if (candidate === undefined || judgement === undefined) return null;
  return {
    sql: candidate.sql,
    confidence: Math.round(probability * 1000) / 1000,
    failed: failedTestsOf(run, attempt, judgement),
  };
}
