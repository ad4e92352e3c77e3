import type { Id, OpenPoint, QuestionResult, Reading } from '@assay/contracts';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { winnerWithFailures } from '../rules/winner-result.js';
import { latest, OpenReadings } from './open-readings.js';
import type { Settled } from './points.js';

/** The answer after a settlement. It meets every requirement, so it is GOLD. */
export interface SettledAnswer {
  reading: Id;
  sql: string;
  result: QuestionResult;
  /** Odds after excluding other readings, 0–1. */
  confidence: number;
  summary: string | null;
  readings: Reading[];
  openPoints: OpenPoint[];
}

export type SettleRefusal = 'NOT_OPEN' | 'NOT_AN_OPTION' | 'NOTHING_FITS';

/**
 * Decides again from the record and the user's choices, without a model.
 * @param before earlier settlements, in order
 */
export function settle(
  run: QuestionRun,
  before: readonly Settled[],
  choice: Settled,
): SettledAnswer | { refused: SettleRefusal } {
  const answer = answeredBy(run);
  const readings = answer && new OpenReadings(run, answer.attempt, answer.winner);
  if (!readings?.isPoint(choice.openPoint)) return { refused: 'NOT_OPEN' };
  if (!readings.offers(choice)) return { refused: 'NOT_AN_OPTION' };
  const choices = latest([...before, choice]);
  const chosen = readings.choose(choices);
  if (chosen === null || !readings.fits(chosen, choice)) return { refused: 'NOTHING_FITS' };
  const { id, sql, summary = null } = chosen.candidate;
  return {
    reading: id,
    sql,
    result: { result: 'GOLD', sqlList: [winnerWithFailures(run, readings.attempt, id)] },
    confidence: readings.confidence(chosen, choices),
    summary,
    readings: readings.readings(choices),
    openPoints: readings.openPoints(choices),
  };
}

export function answeredBy(run: QuestionRun): { attempt: AttemptState; winner: Id | null } | null {
  const won = run.attempts.findLast(({ winner }) => winner !== null);
  if (won !== undefined) return { attempt: won, winner: won.winner };
  const open = run.attempts.findLast((attempt) => new OpenReadings(run, attempt, null).isOpen);
  return open === undefined ? null : { attempt: open, winner: null };
}
