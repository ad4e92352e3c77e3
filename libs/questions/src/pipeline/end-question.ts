import {
  applyAdvance,
  endingAdvance,
  type Advance,
  type Queryable,
  type RunEnding,
  type RunRow,
} from '@assay/persistence';
import { closeQuestion } from '../sql/close-question.js';

/**
 * Ends a question without looking at what it has found, whatever version of the pipeline began it. Call in a
 * transaction that has locked the run.
 */
export async function endQuestion(connection: Queryable, run: RunRow, ending: RunEnding): Promise<Advance> {
  const { level = 'BASIC', case: decided = null } = (await closeQuestion(connection, run.id)) ?? {};
  const body = { status: ending.status, case: decided, level };
  const advance = endingAdvance(ending, { type: 'question-finished', body });
  await applyAdvance(connection, run.id, run.revision, advance);
  return advance;
}
