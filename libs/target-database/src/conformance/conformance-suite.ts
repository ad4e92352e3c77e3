import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { firstRows, guardView, quoteName } from '@assay/sql';
import { describeUnless, eventually, findProgram } from '@assay/testing';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { resolveTarget } from '../connection/resolve-target.js';
import type { ConnectionTarget } from '../connection/connection-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import { StatementFailedError } from '../statement-failed-error.js';
import type { TargetDatabase } from '../target-database.js';
import { FIXTURE_ROWS, type EngineUnderTest, type RunningEngine } from './engine.js';
import { failureOf, timeoutFailureOf } from './failure-of.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 5000, maxRows: 1000, maxBytes: 1_000_000 };
/** For introspection, which returns less if it runs out of time. */
const LONG_TIMEOUT: StatementLimits = { ...LIMITS, statementTimeoutMs: 120_000 };

const never = (): AbortSignal => new AbortController().signal;

export function describeConformance(engine: EngineUnderTest): void {
  const lack = engine.needs !== null && findProgram(engine.needs) === null && `${engine.needs} is not installed`;
  describeUnless(lack, engine.title, () => {
    let running: RunningEngine;
    let database: TargetDatabase;
    const opened: TargetDatabase[] = [];

    const open = async (target: ConnectionTarget): Promise<TargetDatabase> => {
      const resolved = await resolveTarget(target, { hosts: null, ownStores: [], sqliteDirs: running.sqliteDirs });
      const made = openTargetDatabase(resolved, {
        guard: (sql, catalog) => guardView(sql, engine.dialect, { catalog }),
      });
      opened.push(made);
      return made;
    };

    beforeAll(async () => {
      running = await engine.start();
      database = await open(running.reader);
    });

    afterAll(async () => {
      await Promise.all(opened.map((one) => one.close()));
      await running?.stop();
    });

    const named = (name: string): string => (engine.foldsUp === true ? name.toUpperCase() : name);
    const constants = (list: string): string => `select ${list}${engine.fromDual === true ? ' from dual' : ''}`;
    const first = async (sql: string): Promise<unknown> => (await database.execute(sql, LIMITS, never())).rows[0]?.[0];

    describe('privileges', () => {
      it('finds nothing against a role that only reads', async () => {
        const { version, privileges } = await database.check(never());
        expect(version).toMatch(/\d+\.\d+/);
        if (engine.roles === false) return;
        expect(privileges).toMatchObject({ superuser: false, canWrite: false });
      });

      it('tells a role that may write', async () => {
        if (!running.writer) return;
        const { privileges } = await (await open(running.writer)).check(never());
        expect(privileges.canWrite).toBe(true);
        expect(privileges.findings.join().toLowerCase()).toContain('orders');
      });
    });

    describe('introspection', () => {
      it('tells tables, columns, keys, comments and a few values', async () => {
        const { schema, customers } = await eventually(async () => {
          const reported = await database.introspect({ examples: true }, never());
          const found = reported.schema.tables.find((table) => table.name === named('customers'));
          // Example values are omitted under load.
          return found?.columns.some(({ examples }) => examples.length > 0) && { ...reported, customers: found };
        });
        const primaryKey = engine.keys === false ? [] : [named('id')];
        expect(customers).toMatchObject({ schema: engine.schema, kind: 'table', primaryKey });
        if (engine.comments) expect(customers.description).toBe(engine.described ?? 'People who buy');
        const city = customers.columns.find((column) => column.name === named('city'));
        expect(city).toMatchObject({ nullable: true });
        expect(city?.examples.sort()).toEqual(['London', 'New York']);
        if (engine.comments) expect(city?.description).toBe('Where they live');
        expect(customers.columns.find((column) => column.name === named('name'))?.nullable).toBe(false);
        expect(customers.columns.find((column) => column.name === named('photo'))?.examples).toEqual([]);
        const orders = schema.tables.find((table) => table.name === named('orders'));
        if (engine.keys === false) return expect(orders?.foreignKeys).toEqual([]);
        expect(orders?.foreignKeys).toEqual([
          {
            columns: [named('customer_id')],
            referencedSchema: engine.schema,
            referencedTable: named('customers'),
            referencedColumns: [named('id')],
          },
        ]);
      });

      it('keeps every value to itself when no examples are wanted', async () => {
        const { schema } = await database.introspect({ examples: false }, never());
        expect(schema.tables.flatMap((table) => table.columns.flatMap((column) => column.examples))).toEqual([]);
      });

      it('counts the columns that it tells, or none', async () => {
        const { schema } = await database.introspect({ examples: false }, never());
        const counts = new Map(schema.tables.map((table) => [`${table.schema} ${table.name}`, table.columns.length]));
        const named = await database.relationNames(never());
        const told = named.filter(({ columns }) => columns !== null);
        expect(told.map(({ columns }) => columns)).toEqual(told.map((one) => counts.get(`${one.schema} ${one.name}`)));
        const isUncounted = ['sqlserver', 'oracle', 'clickhouse'].includes(engine.dialect);
        expect(told.length > 0).toBe(!isUncounted);
      });

      it('shows a harmless view and hides one that reaches a refused function', async () => {
        const { schema, privileges } = await database.introspect({ examples: false }, never());
        const views = schema.tables.filter((table) => table.kind === 'view').map((table) => table.name);
        expect(views).toEqual([named('spending')]);
        expect(privileges.findings.filter((finding) => finding.toLowerCase().includes('sleepy'))).toHaveLength(2);
      });

      it('refuses to read through unsafe views, however they are spelt', async () => {
        expect(await database.refusedRelation(['customers', 'spending'], never())).toBeNull();
        expect(await database.refusedRelation(['customers', 'SLEEPY'], never())).toMatchObject({ rule: 'function' });
        const { unsafeTable = 'sleepy' } = engine;
        expect(await database.refusedRelation([unsafeTable], never())).toMatchObject({ rule: 'function' });
        expect((await database.refusedRelation(['above_sleepy'], never()))?.message.toLowerCase()).toContain('sleepy');
      });

      it('finds relations by name only', async () => {
        expect(await database.findRelation('Customers', never())).toMatchObject({ name: named('customers') });
        expect(await database.findRelation('customers; drop table orders', never())).toBeNull();
        const { dialect, schema } = engine;
        const sql = firstRows(dialect, '*', quoteName({ schema, name: named('customers') }, dialect), 2);
        expect((await database.execute(sql, LIMITS, never())).rowCount).toBe(2);
      });

      it('finds where values occur', async () => {
        const requested = { values: ['new york', 'grace', 'nowhere'] };
        const { found } = await database.findValues(requested, LONG_TIMEOUT, never());
        expect(found.map(({ value, column, stored }) => [value, column, stored])).toEqual(
          [
            ['new york', named('city'), 'New York'],
            ['grace', named('name'), 'Grace Hopper'],
            ['grace', named('name'), 'Grace Hopper'],
          ].slice(0, found.length),
        );
        expect(found.length).toBeGreaterThanOrEqual(2);
      });

      it('finds what is stored in another form: a plural, without accents', async () => {
        const requested = { values: ['New Yorks', 'Gràce Hopper'], words: ['new york'] };
        const { found } = await database.findValues(requested, LONG_TIMEOUT, never());
        const reported = new Set(found.map(({ value, stored }) => `${value}: ${stored}`));
        expect([...reported].sort()).toEqual([
          'Gràce Hopper: Grace Hopper',
          'New Yorks: New York',
          'new york: New York',
        ]);
      });

      it('finds plain words as whole values only, and others beside them', async () => {
        const requested = { values: ['GRACE'], words: ['new york', 'grace', 'hopper', 'new', 'york'] };
        const { found } = await database.findValues(requested, LONG_TIMEOUT, never());
        const reported = new Set(found.map(({ value, column, stored }) => `${value}: ${column} ${stored}`));
        expect([...reported].sort()).toEqual([
          `GRACE: ${named('name')} Grace Hopper`,
          `new york: ${named('city')} New York`,
        ]);
      });
    });

    describe('values', () => {
      it.each(engine.values)('carries %s without loss', async (expression, cell) => {
        expect(await first(constants(`${expression} as cell`))).toEqual(cell);
      });

      it('keeps columns of one name apart', async () => {
        const result = await database.execute(engine.twins ?? constants('1 as same, 2 as same'), LIMITS, never());
        expect(result.columns.map((column) => column.name)).toEqual([named('same'), named('same')]);
        expect(result.rows).toHaveLength(1);
      });

      it('knows the columns of an empty result', async () => {
        const result = await database.execute('select id, name from customers where 1 = 0', LIMITS, never());
        expect(result).toMatchObject({ rows: [], rowCount: 0, truncated: false });
        expect(result.columns.map((column) => column.name)).toEqual([named('id'), named('name')]);
      });
    });

    describe('limits', () => {
      it('cuts at the row limit, and only then says so', async () => {
        const limits = { ...LIMITS, maxRows: 10 };
        expect(await database.execute(engine.numbers(11), limits, never())).toMatchObject({
          rowCount: 10,
          truncated: true,
        });
        expect(await database.execute(engine.numbers(10), limits, never())).toMatchObject({
          rowCount: 10,
          truncated: false,
        });
      });

      it('cuts at the byte limit', async () => {
        const result = await database.execute(
          engine.numbers(5000),
          { ...LIMITS, maxRows: 5000, maxBytes: 2000 },
          never(),
        );
        expect(result.truncated).toBe(true);
        expect(result.rowCount).toBeGreaterThan(10);
        expect(result.rowCount).toBeLessThan(2000);
      });

      it('cuts at the byte limit beside a single-precision column', async () => {
        const sql = `select cast(n as float) as single, '${'x'.repeat(100)}' as wide from (${engine.numbers(5000)}) s`;
        const result = await database.execute(sql, { ...LIMITS, maxRows: 5000, maxBytes: 20_000 }, never());
        expect(result.truncated).toBe(true);
        expect(result.rowCount).toBeGreaterThan(100);
        expect(result.rowCount).toBeLessThan(300);
      });

      it('refuses a single row beyond the byte limit, and goes on', async () => {
        const failure = await failureOf(database.execute(engine.longText(3_000_000), LIMITS, never()));
        expect(failure.statement.message).toMatch(/larger than 1000000 bytes/);
        expect((await database.execute(engine.numbers(3), LIMITS, never())).rowCount).toBe(3);
      });

      it('serves pages in the order of the statement', async () => {
        const page = await database.execute(engine.numbers(100), { ...LIMITS, maxRows: 3 }, never(), { offset: 50 });
        expect(page.rows.map(([number]) => Number(number))).toEqual([51, 52, 53]);
        expect(page.truncated).toBe(true);
        const last = await database.execute(engine.numbers(100), { ...LIMITS, maxRows: 3 }, never(), { offset: 98 });
        expect(last).toMatchObject({ rowCount: 2, truncated: false });
        expect((await database.execute(engine.numbers(100), LIMITS, never(), { offset: 200 })).rowCount).toBe(0);
      });

      it('ends a statement at its timeout', async () => {
        const limits = { ...LIMITS, statementTimeoutMs: 300 };
        const failure = await timeoutFailureOf(() => database.execute(engine.endless, limits, never()));
        expect(failure.statement.category).toBe('EXECUTION_ERROR');
        expect(await first(constants('1 as one'))).toEqual(expect.anything());
      });

      it('ends a statement when it is cancelled', async () => {
        // Longer than the timeout of the test.
        const controller = new AbortController();
        const work = database.execute(engine.endless, { ...LIMITS, statementTimeoutMs: 60_000 }, controller.signal);
        setTimeout(() => controller.abort(new Error('nobody waits any more')), 200);
        await expect(work).rejects.toThrow('nobody waits any more');
        expect(await first(constants('1 as one'))).toEqual(expect.anything());
      });

      it('leaves nothing running, whenever it is cancelled', async () => {
        // Includes the gaps between internal statements, where cancelling has no effect.
        for (let afterMs = 0; afterMs < 8; afterMs += 0.25) {
          const controller = new AbortController();
          const limits = { ...LIMITS, statementTimeoutMs: 600_000 };
          const work = database.execute(engine.endless, limits, controller.signal).catch((error: unknown) => error);
          for (const until = performance.now() + afterMs; performance.now() < until;) await nextTurn();
          controller.abort(new Error('nobody waits any more'));
          expect(await work).toBe(controller.signal.reason);
        }
        if (engine.running === null) return;
        while (Number(await running.administer(engine.running)) > 0) await delay(10);
      });
    });

    describe('the layer behind the guard', () => {
      it.each(engine.hostile)('lets nothing change through: %s', async (sql) => {
        await database.execute(sql, LIMITS, never()).catch((error: unknown) => {
          expect(error).toBeInstanceOf(StatementFailedError);
        });
        expect(Number(await running.administer('select count(*) from orders'))).toBe(FIXTURE_ROWS.orders);
        expect(Number(await running.administer('select count(*) from customers'))).toBe(FIXTURE_ROWS.customers.length);
      });

      it('explains without executing', async () => {
        await database.explain('select * from customers', LIMITS, never());
        // Executing it would time out.
        await database.explain(engine.endless, LIMITS, never());
      });

      it.each(engine.broken)('tells whose fault it is: %s', async (sql, category) => {
        const failure = await failureOf(database.examine(sql, LIMITS, never()));
        expect(failure.statement.category).toBe(category);
        expect(failure.statement.message).not.toBe('');
      });

      it('examines many statements at once', async () => {
        const results = await Promise.all(
          Array.from({ length: 30 }, (_, index) => database.examine(constants(`${index} as nr`), LIMITS, never())),
        );
        expect(results.map((result) => Number(result.rows[0]?.[0]))).toEqual(
          Array.from({ length: 30 }, (_, index) => index),
        );
      });
    });
  });
}
