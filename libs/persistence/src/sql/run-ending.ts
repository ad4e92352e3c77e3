import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';
import type { Advance } from './apply-advance.js';
import type { EventRow } from './event-row.js';

/** An end that needs no judgement of what a run has found: its deadline has passed, or it was cancelled. */
export interface RunEnding extends NonNullable<Advance['finish']> {
  status: 'ERROR' | 'CANCELLED';
}

/** The step that only ends a run; the database closes its stages and cancels its tasks. */
export function endingAdvance(finish: RunEnding, event: EventRow): Advance {
  return { stages: [], tasks: [], close: [], cancel: [], events: [event], wakeAt: null, finish };
}

const statement = {
  name: 'ask_again_soon',
  text: `update assay.runs
     set advance_publishes = 2, check_at = least(check_at, advance_published_at + assay.publish_delay(2))
     where id = $1 and advance_publishes > 2`,
};

/** Bounds the backoff of a run that no coordinator here can advance: about every six seconds. */
export async function askAgainSoon(database: Queryable, run: Id): Promise<void> {
  await database.query(statement, [run]);
}
