import type { Id, OpenPoint, QuestionResult, Reading } from '@assay/contracts';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { winnerWithFailures } from '../rules/winner-result.js';
import { latest, OpenReadings } from './open-readings.js';
import type { Settled } from './points.js';

/** The answer once an open point is settled. It meets every requirement, so that it is GOLD, whatever stood there. */
export interface SettledAnswer {
  reading: Id;
  sql: string;
  result: QuestionResult;
  /** 0–1: the odds once the other readings are ruled out, and theirs are its own. */
  confidence: number;
  summary: string | null;
  readings: Reading[];
  openPoints: OpenPoint[];
}

/** Why a point cannot be settled so. */
export type SettleRefusal = 'NOT_OPEN' | 'NOT_AN_OPTION' | 'NOTHING_FITS';

/**
 * Decides a question again by what is on record, and what somebody says is meant. No model has a say in it.
 *
 * @param before what was said before, in order
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
  const said = latest([...before, choice]);
  const chosen = readings.choose(said);
  if (chosen === null || !readings.fits(chosen, choice)) return { refused: 'NOTHING_FITS' };
  const { id, sql, summary = null } = chosen.candidate;
  return {
    reading: id,
    sql,
    result: { result: 'GOLD', sqlList: [winnerWithFailures(run, readings.attempt, id)] },
    confidence: readings.confidence(chosen, said),
    summary,
    readings: readings.readings(said),
    openPoints: readings.openPoints(said),
  };
}

/** The attempt that gave the winner, or, where there is none, the last one that has admissible answers. */
export function answeredBy(run: QuestionRun): { attempt: AttemptState; winner: Id | null } | null {
  const won = run.attempts.findLast(({ winner }) => winner !== null);
  if (won !== undefined) return { attempt: won, winner: won.winner };
  const open = run.attempts.findLast((attempt) => new OpenReadings(run, attempt, null).isOpen);
  return open === undefined ? null : { attempt: open, winner: null };
}
