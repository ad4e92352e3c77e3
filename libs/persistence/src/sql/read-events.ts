import { EVENT_FIELDS, type Id, type RecordedEvent } from '@assay/contracts';
import type { Queryable } from '../database.js';

interface Row {
  sequence: number;
  type: string;
  at: Date;
  body: Record<string, unknown>;
}

const statement = {
  name: 'read_events',
  text: `select sequence, type, at, body from assay.events where run_id = $1 and sequence > $2
     order by sequence limit $3`,
};

/** Events of a run after a sequence, in order. */
export async function readEvents(
  database: Queryable,
  run: Id,
  after: number,
  limit: number | null = null,
): Promise<RecordedEvent[]> {
  const rows = await database.query<Row>(statement, [run, after, limit]);
  return rows.map(eventOf);
}

/** A run whose events after a sequence are wanted. */
export interface EventsWanted {
  run: Id;
  after: number;
}

const pagesStatement = {
  name: 'read_event_pages',
  text: `select w.place::integer, e.sequence, e.type, e.at, e.body
     from unnest($1::uuid[], $2::integer[]) with ordinality as w (run, after, place)
     cross join lateral (select sequence, type, at, body from assay.events
                         where run_id = w.run and sequence > w.after order by sequence limit $3) e
     order by w.place, e.sequence`,
};

/** A page of events for each that is wanted, in one statement; in their order. */
export async function readEventPages(
  database: Queryable,
  wanted: readonly EventsWanted[],
  limit: number,
): Promise<RecordedEvent[][]> {
  const runs = wanted.map(({ run }) => run);
  const afters = wanted.map(({ after }) => after);
  const rows = await database.query<Row & { place: number }>(pagesStatement, [runs, afters, limit]);
  const pages = wanted.map((): RecordedEvent[] => []);
  for (const { place, ...row } of rows) pages[place - 1]?.push(eventOf(row));
  return pages;
}

function eventOf({ sequence, type, at, body }: Row): RecordedEvent {
  return { sequence, type, at: at.toISOString(), ...inOrder(type, body) } as RecordedEvent;
}

/** Postgres keeps the keys of an object by their length; they are told in the contract's order. */
function inOrder(type: string, body: Row['body']): Row['body'] {
  const fields: readonly string[] = Object.hasOwn(EVENT_FIELDS, type)
    ? EVENT_FIELDS[type as RecordedEvent['type']]
    : [];
  const told: Row['body'] = {};
  for (const field of fields) if (field in body) told[field] = body[field];
  return { ...told, ...body };
}

/** How far a run's events have come; a run that is not there any more has no position. */
export interface EventPosition {
  run: Id;
  lastEvent: number;
  finished: boolean;
}

const positionStatement = {
  name: 'event_positions',
  text: `select id as run, last_event as "lastEvent", finished_at is not null as finished
     from assay.runs where id = any ($1)`,
};

export async function readEventPositions(database: Queryable, runs: readonly Id[]): Promise<EventPosition[]> {
  return database.query<EventPosition>(positionStatement, [runs]);
}
