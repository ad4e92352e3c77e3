import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id, QuestionEvent } from '@assay/contracts';
import { eventRow, readEventPages, readEvents } from '@assay/persistence';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';
import type { TaskRuntime } from './task-runtime.js';

const warning = (number: number): QuestionEvent => ({ type: 'warning-raised', code: 'TEST', message: String(number) });
const last = (values: readonly { sequence: number }[]): number => values.at(-1)?.sequence ?? 0;

describe('the events of a commit', () => {
  let fixture: WorkFixture;
  let work: TaskRuntime;
  beforeAll(async () => {
    fixture = await openWorkFixture();
    work = await fixture.join();
  });
  afterAll(() => fixture.close());

  const sql = <Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    work.database.query<Row>({ name: '', text }, parameters);

  /** Events 2 to 6 in one commit. */
  async function storiedRun(): Promise<Id> {
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 1);
    const claimed = await work.ledger.claim(tasks[0] as Id, 1);
    await work.ledger.finish({
      task: tasks[0] as Id,
      claim: claimed?.claim as Id,
      run,
      stage,
      events: [2, 3, 4, 5, 6].map((number) => eventRow(warning(number))),
      finish: { status: 'DONE', result: {} },
    });
    return run;
  }

  it('are one row, and are read one by one from any of them on', async () => {
    const run = await storiedRun();
    const [rows] = await sql<{ rows: number }>(
      'select count(*)::integer as rows from assay.event_batches where run_id = $1',
      [run],
    );
    expect(rows).toEqual({ rows: 2 });
    const all = await readEvents(work.database, run, 0);
    expect(all.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(all.slice(1)).toEqual(
      [2, 3, 4, 5, 6].map((number) => ({ sequence: number, at: expect.any(String), ...warning(number) })),
    );
    for (let after = 0; after <= 6; after += 1) {
      expect(await readEvents(work.database, run, after)).toEqual(all.slice(after));
      expect(await readEventPages(work.database, [{ run, after }], 2)).toEqual([all.slice(after, after + 2)]);
    }
  });

  it('come page by page, without a gap, for several runs at once', async () => {
    const [left, right] = [await storiedRun(), await storiedRun()];
    const reported: Record<Id, number[]> = { [left]: [], [right]: [] };
    for (
      let pages = await readEventPages(
        work.database,
        [left, right].map((run) => ({ run, after: 0 })),
        2,
      );
      ;
    ) {
      [left, right].forEach((run, place) =>
        reported[run]?.push(...(pages[place] ?? []).map(({ sequence }) => sequence)),
      );
      if (pages.every((page) => page.length < 2)) break;
      const wanted = [left, right].map((run, place) => ({ run, after: last(pages[place] ?? []) }));
      pages = await readEventPages(work.database, wanted, 2);
      if (pages.every((page) => page.length === 0)) break;
    }
    expect(reported).toEqual({ [left]: [1, 2, 3, 4, 5, 6], [right]: [1, 2, 3, 4, 5, 6] });
  });

  it('are single rows in the view of events', async () => {
    const run = await storiedRun();
    const seen = await sql('select sequence, type, body from assay.events where run_id = $1 order by sequence', [run]);
    const all = await readEvents(work.database, run, 0);
    expect(seen).toEqual(all.map(({ sequence, at: _, type, ...body }) => ({ sequence, type, body })));
  });
});
