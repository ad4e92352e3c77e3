import type { Id, Product } from '@assay/contracts';
import { toJsonb } from '../storable.js';
import type { EventRow } from './event-row.js';
import { prepared } from '../prepared.js';

export interface NewRun {
  id: Id;
  product: Product;
  workspace: Id | null;
  /** Null: begun by a key or a queue. */
  person?: Id | null;
  seed: number;
  deadlineSeconds: number;
  replyTo: string | null;
  traceContext: string | null;
  /** From sequence 1. */
  events: EventRow[];
}

/** Inserts a run that wants its first step; publish it after the commit. */
export const createRun = prepared<[run: NewRun]>(
  {
    name: 'create_run',
    text: `with created as (
       insert into assay.runs (id, product, workspace_id, seed, deadline_at, reply_to, trace_context,
                               last_event, advance_published_at, check_at, person)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7, jsonb_array_length($8::jsonb), now(),
               now() + assay.publish_delay(0), $9)
       returning id
     )
     insert into assay.event_batches (run_id, sequence, at, events)
     select id, jsonb_array_length($8::jsonb), clock_timestamp(), $8::jsonb from created
     where jsonb_array_length($8::jsonb) > 0`,
  },
  (run) => [
    run.id,
    run.product,
    run.workspace,
    run.seed,
    run.deadlineSeconds,
    run.replyTo,
    run.traceContext,
    toJsonb(run.events),
    run.person ?? null,
  ],
).run;
