import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  newId,
  type Asker,
  type DatabaseAnswers,
  type DatabaseSchema,
  type Examination,
  type StoredProfile,
} from '@assay/contracts';
import { Database, migrate } from '@assay/persistence';
import { createLogger } from '@assay/runtime';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { BlockStore } from '@assay/work';
import type { DatabaseSampler, WorkspaceConnection } from '../sampler/index.js';
import { SchemaWatch } from './schema-watch.js';

const GOLD_SQLS = 1050;
const SUM = 'select sum(amount) from orders';

function shopWith(type: string): DatabaseSchema {
  const column = (name: string, own: string): DatabaseSchema['tables'][number]['columns'][number] => {
    return { name, type: own, nullable: true, description: null, examples: [] };
  };
  const orders = {
    schema: 'public',
    name: 'orders',
    kind: 'table' as const,
    description: null,
    rowEstimate: null,
    columns: [column('id', 'integer'), column('amount', type)],
    primaryKey: [],
    foreignKeys: [],
  };
  return { dialect: 'postgres', name: 'shop', tables: [orders] };
}

describe('a schema that is refreshed', () => {
  let postgres: TestPostgres;
  let database: Database;
  const workspace = newId();
  const explained: number[] = [];
  let type = 'numeric';
  let tables: Promise<DatabaseAnswers['tables']['tables']>;
  let added: DatabaseSchema['tables'] = [];
  let introspections = 0;
  let whileRead: () => Promise<unknown> = () => Promise.resolve();
  let whileProfiled: () => Promise<unknown> = () => Promise.resolve();
  let examples: string[] = [];
  let warned = 0;
  const sampler = {
    answer: (_connection: unknown, request: { kind: string; sqls?: string[]; profile?: true }) => {
      if (request.kind === 'introspect') {
        if (request.profile !== true) introspections += 1;
        const privileges = { superuser: false, canWrite: false, findings: [] };
        const schema = shopWith(type);
        schema.tables.push(...added);
        const profile = { takenAt: '', profile: { tables: [] }, rows: [] } as unknown as StoredProfile;
        if (request.profile !== true) return whileRead().then(() => ({ schema, privileges }));
        for (const table of schema.tables) for (const column of table.columns) column.examples = examples;
        const answer = { schema, privileges, profile } satisfies DatabaseAnswers['introspect'];
        return whileProfiled().then(() => answer);
      }
      if (request.kind === 'tables') return tables.then((found) => ({ tables: found }));
      const sqls = request.sqls ?? [];
      explained.push(sqls.length);
      const refused = (sql: string): string | null =>
        type === 'text' && sql.startsWith('select sum') ? 'function sum(text) does not exist' : null;
      return Promise.resolve({ problems: sqls.map(refused) });
    },
  } as unknown as DatabaseSampler;

  const run = async (name: string, text: string, values: unknown[]): Promise<{ count: number }[]> =>
    database.query<{ count: number }>({ name, text }, values);

  /** Every question may refresh. */
  const claiming = {
    query: (statement: { name: string; text: string }, values: unknown[]) =>
      statement.name === 'claim_schema_look_question' ? Promise.resolve([{}]) : database.query(statement, values),
    transaction: async () => {
      warned += 1;
    },
  } as unknown as Database;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('schema-watch', async (template) => void (await migrate(template)));
    database = new Database({ url });
    await run(
      'test_workspace',
      `insert into assay.workspaces (id, name, dialect, connection, privileges) values ($1, 'shop', 'postgres', '', '{}')`,
      [workspace],
    );
    // the oldest one breaks
    const ids = Array.from({ length: GOLD_SQLS }, newId);
    await run(
      'test_gold',
      `insert into assay.gold_sqls (id, workspace_id, question, sql)
       select id, $1, 'Which?', case when number % 50 = 1 then $3 else 'select id from orders' end
         from unnest($2::uuid[]) with ordinality as given (id, number)`,
      [workspace, ids, SUM],
    );
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function lookedAt(): Promise<number> {
    await run('test_look', 'update assay.workspaces set schema_looked_at = null where id = $1', [workspace]);
    const blocks = new BlockStore(database);
    const work = { database: claiming, blocks };
    const watch = new SchemaWatch(work, sampler, createLogger({ level: 'silent', service: 'test' }));
    const schemaHash = await blocks.store(workspace, JSON.stringify(shopWith('integer')));
    const examination: Examination = {
      outcome: 'failed',
      sql: 'select amount from orders',
      refusal: null,
      error: {
        category: 'SCHEMA_ERROR',
        code: '42703',
        message: 'column "amount" does not exist',
        position: 8,
        hint: null,
      },
      tables: ['orders'],
      result: null,
      fingerprint: null,
    };
    const connection = { workspace, dialect: 'postgres' } as WorkspaceConnection;
    await watch.follow(examination, { connection, schemaHash, settings: {} }, newId());
    await watch.settled();
    watch.close();
    const [row] = await run(
      'test_count',
      'select count(*)::integer as count from assay.gold_sqls where workspace_id = $1 and set_aside is not null',
      [workspace],
    );
    return row?.count ?? -1;
  }

  it('has every gold SQL planned again, beyond the newest thousand', async () => {
    expect(await lookedAt()).toBe(0);
    type = 'text';
    expect(await lookedAt()).toBe(21);
    expect(explained.slice(-11)).toEqual([...Array.from({ length: 10 }, () => 100), 50]);
    type = 'numeric';
    expect(await lookedAt()).toBe(0);
  });

  it('is not kept if the setting `asker` is set while it is read', async () => {
    const asker: Asker = { mode: 'variables', claims: {}, roles: [], allowFunctions: [], allowExtensions: [] };
    const kept = async (): Promise<unknown> =>
      run('test_kept', 'select schema_hash, profile_hash from assay.workspaces where id = $1', [workspace]);
    const set = async (settings: object): Promise<unknown> =>
      run(
        'test_set',
        'update assay.workspaces set settings = $2, schema_hash = null, profile_hash = null where id = $1',
        [workspace, JSON.stringify(settings)],
      );
    const before = introspections;
    whileRead = () => set({ asker });
    await lookedAt();
    expect(introspections).toBe(before + 1);
    expect(await kept()).toEqual([{ schema_hash: null, profile_hash: null }]);
    for (const settings of [{ maxRows: 5 }, {}]) {
      whileRead = () => set(settings);
      await lookedAt();
      expect(await kept()).toEqual([{ schema_hash: expect.any(String), profile_hash: expect.any(String) }]);
    }
    whileRead = () => Promise.resolve();
  });

  describe('before a question', () => {
    const { signal } = new AbortController();
    const named = (...names: string[]): DatabaseAnswers['tables']['tables'] =>
      names.map((name) => ({ schema: 'public', name, columns: null }));
    const watching = (waitMs?: number): SchemaWatch =>
      new SchemaWatch(
        { database: claiming, blocks: new BlockStore(database) },
        sampler,
        createLogger({ level: 'silent', service: 'test' }),
        waitMs,
      );
    const catchUp = async (watch: SchemaWatch, found: typeof tables): Promise<string | null> => {
      tables = found;
      const schemaHash = await new BlockStore(database).store(workspace, JSON.stringify(shopWith('integer')));
      const connection = { workspace, dialect: 'postgres' } as WorkspaceConnection;
      return watch.catchUp({ connection, schemaHash, settings: {} }, newId(), signal);
    };

    it('is refreshed if tables were added, once for each', async () => {
      const watch = watching();
      const asked = async (found: Awaited<typeof tables>): Promise<number> => {
        await run('test_look', 'update assay.workspaces set schema_looked_at = null where id = $1', [workspace]);
        const before = introspections;
        warned = 0;
        await catchUp(watch, Promise.resolve(found));
        return introspections - before;
      };
      expect(await asked(named('orders'))).toBe(0);
      // The refreshed snapshot lacks the others: no table was added.
      expect(await asked(named('orders', 'zebra.new'))).toBe(1);
      expect(warned).toBe(0);
      expect(await asked(named('orders', 'zebra.new'))).toBe(0);
      expect(await asked([...named('orders'), { schema: 'archive', name: 'orders', columns: null }])).toBe(1);
      added = shopWith('numeric').tables.map((table) => ({ ...table, schema: 'added' }));
      expect(await asked([...named('orders'), { schema: 'added', name: 'orders', columns: 2 }])).toBe(1);
      expect(warned).toBe(1);
      watch.close();
      await watch.settled();
    });

    const storedSchema = async (hash: string | null): Promise<DatabaseSchema> =>
      new BlockStore(database).json<DatabaseSchema>(workspace, hash ?? '');

    it('is refreshed for a new column, a moment after the last refresh', async () => {
      await run('test_now', 'update assay.workspaces set schema_looked_at = now() where id = $1', [workspace]);
      const watch = new SchemaWatch(
        { database, blocks: new BlockStore(database) },
        sampler,
        createLogger({ level: 'silent', service: 'test' }),
      );
      added = [];
      const two = { schema: 'public', name: 'orders', columns: 2 };
      expect(await catchUp(watch, Promise.resolve([two]))).toBeNull();
      const before = introspections;
      const hash = await catchUp(watch, Promise.resolve([{ ...two, columns: 3 }]));
      expect(introspections).toBe(before + 1);
      expect((await storedSchema(hash)).tables).toHaveLength(1);
      watch.close();
      await watch.settled();
    });

    const storedHash = async (): Promise<string | null> => {
      const text = 'select schema_hash as hash from assay.workspaces where id = $1';
      const rows = await database.query<{ hash: string }>({ name: 'test_hash', text }, [workspace]);
      return rows[0]?.hash ?? null;
    };

    it('keeps a newer snapshot that was stored while the profile was read', async () => {
      const watch = watching();
      let profiled = (): void => undefined;
      whileProfiled = () => new Promise<void>((resolve) => (profiled = resolve));
      added = shopWith('numeric').tables.map((table) => ({ ...table, name: 'fresh' }));
      expect(await catchUp(watch, Promise.resolve(named('orders', 'fresh')))).not.toBeNull();
      const newer = await new BlockStore(database).store(workspace, JSON.stringify(shopWith('text')));
      await database.query({ name: 'test_newer', text: 'update assay.workspaces set schema_hash = $2 where id = $1' }, [
        workspace,
        newer,
      ]);
      profiled();
      await watch.settled();
      whileProfiled = () => Promise.resolve();
      expect(await storedHash()).toBe(newer);
      watch.close();
    });

    it('has its new tables, and the examples of the others, before the profile is taken', async () => {
      const watch = watching();
      let profiled = (): void => undefined;
      whileProfiled = () => new Promise<void>((resolve) => (profiled = resolve));
      examples = ['7'];
      added = shopWith('numeric').tables.map((table) => ({ ...table, name: 'fresh' }));
      const schema = shopWith('numeric');
      for (const column of schema.tables[0]?.columns ?? []) column.examples = ['5'];
      const blocks = new BlockStore(database);
      const schemaHash = await blocks.store(workspace, JSON.stringify(schema));
      tables = Promise.resolve(named('orders', 'fresh'));
      const connection = { workspace, dialect: 'postgres' } as WorkspaceConnection;
      const hash = await watch.catchUp({ connection, schemaHash, settings: {} }, newId(), signal);
      const shown = async (of: string | null): Promise<unknown> =>
        (await storedSchema(of)).tables.map(({ name, columns }) => [name, columns.map((column) => column.examples)]);
      expect(await shown(hash)).toEqual([
        ['orders', [['5'], ['5']]],
        ['fresh', [[], []]],
      ]);
      profiled();
      await watch.settled();
      whileProfiled = () => Promise.resolve();
      expect(await shown(await storedHash())).toEqual([
        ['orders', [['7'], ['7']]],
        ['fresh', [['7'], ['7']]],
      ]);
      watch.close();
    });

    it('is not waited for longer than a failed statement waits', async () => {
      const watch = watching(1);
      expect(await catchUp(watch, new Promise(() => undefined))).toBeNull();
      watch.close();
    });
  });
});
