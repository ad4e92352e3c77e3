import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { Database } from '../database.js';
import { migrate } from '../migrate.js';
import { applyAdvance, type Advance } from './apply-advance.js';
import { createRun } from './create-run.js';
import { requestCancel } from './request-cancel.js';
import { deletePublications, deleteRunPublications, sweepOutbox } from './sweep-outbox.js';

const HOUR_S = 3600;

describe('a sweep of open runs', () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('swept', async (template) => void (await migrate(template)));
    database = new Database({ url });
  });
  beforeEach(() => database.query({ name: 'no_runs', text: 'delete from assay.runs' }));
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function created(): Promise<Id> {
    const id = newId();
    const run = { id, product: 'question', workspace: null, seed: 1 } as const;
    await createRun(database, { ...run, deadlineSeconds: HOUR_S, replyTo: null, traceContext: null, events: [] });
    return id;
  }

  async function stepped(run: Id, revision: number, wakeInMs: number | null = null): Promise<void> {
    const wakeAt = wakeInMs === null ? null : Date.now() + wakeInMs;
    const nothing: Advance = { stages: [], tasks: [], close: [], cancel: [], events: [], wakeAt, finish: null };
    expect(await applyAdvance(database, run, revision, nothing)).toBe(true);
  }

  const change = (run: Id, what: string): Promise<object[]> =>
    database.query({ name: '', text: `update assay.runs set ${what} where id = $1` }, [run]);

  const lookNow = (run: Id): Promise<object[]> => change(run, `check_at = now() - interval '1 second'`);

  async function swept(limit = 500): Promise<Id[]> {
    return (await sweepOutbox(database, limit)).map(({ id }) => id);
  }

  async function looksIn(run: Id): Promise<number> {
    const text =
      'select extract(epoch from check_at - now())::double precision as seconds from assay.runs where id = $1';
    const [row] = await database.query<{ seconds: number }>({ name: '', text }, [run]);
    return row?.seconds ?? Number.NaN;
  }

  it('publishes a step that was published in vain, and gives it twice the time', async () => {
    const run = await created();
    await change(run, `advance_published_at = now() - interval '1.6 seconds', check_at = now()`);
    expect(await swept()).toEqual([run]);
    const text = `select extract(epoch from check_at - advance_published_at)::integer as seconds, advance_publishes
      from assay.runs where id = $1`;
    expect(await database.query({ name: '', text }, [run])).toEqual([{ seconds: 3, advance_publishes: 1 }]);
  });

  it('does not publish one that has its time yet, and looks again when that is over', async () => {
    const run = await created();
    await change(run, `advance_published_at = now() + interval '1 minute'`);
    await lookNow(run);
    expect(await swept()).toEqual([]);
    expect(await looksIn(run)).toBeGreaterThan(30);
    expect(await looksIn(run)).toBeLessThanOrEqual(61.5);
  });

  it('leaves a run alone that has taken its step: until its timer, or its deadline', async () => {
    const [timed, waiting] = [await created(), await created()];
    await stepped(timed, 0, 60_000);
    await stepped(waiting, 0);
    // a step keeps the earlier check
    expect(await looksIn(waiting)).toBeLessThanOrEqual(1.5);
    await Promise.all([timed, waiting].map(lookNow));
    expect(await swept()).toEqual([]);
    expect(await looksIn(timed)).toBeGreaterThan(30);
    expect(await looksIn(timed)).toBeLessThanOrEqual(60);
    expect(await looksIn(waiting)).toBeGreaterThan(HOUR_S - 60);
  });

  it('publishes a step when the timer is due, and looks no later than at an earlier one', async () => {
    const run = await created();
    await stepped(run, 0, 60_000);
    await lookNow(run);
    expect(await swept()).toEqual([]);
    await stepped(run, 1, 20_000);
    expect(await looksIn(run)).toBeLessThanOrEqual(20);
    await stepped(run, 2, -1);
    expect(await swept()).toEqual([run]);
  });

  it('looks sooner where a cancel wants a step, however often another was published in vain', async () => {
    const run = await created();
    await stepped(run, 0);
    await lookNow(run);
    expect(await swept()).toEqual([]);
    await change(run, 'advance_wanted = true, advance_publishes = 5');
    expect(await requestCancel(database, run)).toBe(true);
    expect(await looksIn(run)).toBeLessThanOrEqual(1.5);
    await change(run, `advance_published_at = now() - interval '2 seconds', check_at = now()`);
    expect(await swept()).toEqual([run]);
  });

  it('publishes again what was just published if it counts as lost', async () => {
    const [early, late, stands] = [await created(), await created(), await created()];
    await lookNow(early);
    await stepped(stands, 0);
    await deleteRunPublications(database);
    expect((await swept()).toSorted()).toEqual([early, late].toSorted());
  });

  it('finds what is due behind more than a page of what has moved on', async () => {
    const moved = await Promise.all([created(), created(), created()]);
    for (const run of moved) await stepped(run, 0);
    const due = await created();
    await Promise.all(moved.map(lookNow));
    await change(due, `advance_published_at = now() - interval '1 minute', check_at = now()`);
    expect(await swept(2)).toEqual([due]);
  });

  it('makes a backlog of tasks due, page by page, and keeps how often each was published', async () => {
    const backlog = `insert into assay.tasks (id, queue, payload, publish_at, publishes)
      select gen_random_uuid(), 'generator', '{}', now() + interval '1 hour', 3 from generate_series(1, 10001)`;
    await database.query({ name: '', text: backlog });
    await deletePublications(database);
    const text = 'select count(*)::integer as tasks, publishes from assay.tasks where publish_at <= now() group by 2';
    expect(await database.query({ name: '', text })).toEqual([{ tasks: 10_001, publishes: 3 }]);
    await database.query({ name: '', text: 'delete from assay.tasks' });
  });
});
