import type { Id, RecordedEvent } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { prepared } from '../prepared.js';

interface WrittenEvent {
  type: string;
  body: Record<string, unknown>;
}

interface Batch {
  /** Of the last event. */
  sequence: number;
  at: Date;
  events: WrittenEvent[];
}

const statement = {
  name: 'read_event_batches',
  text: `select sequence, at, events from assay.event_batches where run_id = $1 and sequence > $2
     order by sequence limit $3`,
};

/** With a sequence above `after`, in order; `limit` null: all. */
export async function readEvents(
  database: Queryable,
  run: Id,
  after: number,
  limit: number | null = null,
): Promise<RecordedEvent[]> {
  const batches = await database.query<Batch>(statement, [run, after, limit]);
  return batches.flatMap((batch) => eventsAfter(after, batch)).slice(0, limit ?? undefined);
}

export interface EventsWanted {
  run: Id;
  after: number;
}

const pagesStatement = {
  name: 'read_event_pages',
  text: `select w.place::integer, e.sequence, e.at, e.events
     from unnest($1::uuid[], $2::integer[]) with ordinality as w (run, after, place)
     cross join lateral (select sequence, at, events from assay.event_batches
                         where run_id = w.run and sequence > w.after order by sequence limit $3) e
     order by w.place, e.sequence`,
};

/** Like `readEvents`, for several runs: a page for each entry of `wanted`, in its order. */
export async function readEventPages(
  database: Queryable,
  wanted: readonly EventsWanted[],
  limit: number,
): Promise<RecordedEvent[][]> {
  const runs = wanted.map(({ run }) => run);
  const afters = wanted.map(({ after }) => after);
  const batches = await database.query<Batch & { place: number }>(pagesStatement, [runs, afters, limit]);
  const pages = wanted.map((): RecordedEvent[] => []);
  for (const { place, ...batch } of batches) pages[place - 1]?.push(...eventsAfter(afters[place - 1] ?? 0, batch));
  return pages.map((page) => page.slice(0, limit));
}

function eventsAfter(after: number, { sequence, at, events }: Batch): RecordedEvent[] {
  const first = sequence - events.length + 1;
  const skipped = Math.max(0, after - first + 1);
  return events.slice(skipped).map((event, place) => {
    const head = { sequence: first + skipped + place, type: event.type, at: at.toISOString() };
    return { ...head, ...event.body } as RecordedEvent;
  });
}

/** Runs that are gone have no position. */
export interface EventPosition {
  run: Id;
  lastEvent: number;
  finished: boolean;
}

export const readEventPositions = prepared<[runs: readonly Id[]], EventPosition>({
  name: 'event_positions',
  text: `select id as run, last_event as "lastEvent", finished_at is not null as finished
     from assay.runs where id = any ($1)`,
}).all;
