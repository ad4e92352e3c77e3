import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type DatabaseAnswers, type DatabaseSchema, type Examination } from '@assay/contracts';
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
  let tables = ['orders'];
  let introspections = 0;
  const sampler = {
    answer: (_connection: unknown, request: { kind: string; sqls?: string[] }) => {
      if (request.kind === 'introspect') {
        introspections += 1;
        const privileges = { superuser: false, canWrite: false, findings: [] };
        return Promise.resolve({ schema: shopWith(type), privileges } satisfies DatabaseAnswers['introspect']);
      }
      if (request.kind === 'tables') return Promise.resolve({ names: tables });
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
  } as Database;

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

  /** A question that reads an unknown column. */
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
    await watch.follow(examination, { connection, schemaHash }, newId());
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

  it('is refreshed before a question if tables were added, once for each', async () => {
    await run('test_look', 'update assay.workspaces set schema_looked_at = null where id = $1', [workspace]);
    const blocks = new BlockStore(database);
    const watch = new SchemaWatch(
      { database: claiming, blocks },
      sampler,
      createLogger({ level: 'silent', service: 'test' }),
    );
    const schemaHash = await blocks.store(workspace, JSON.stringify(shopWith('integer')));
    const connection = { workspace, dialect: 'postgres' } as WorkspaceConnection;
    const { signal } = new AbortController();
    const asked = async (names: string[]): Promise<number> => {
      tables = names;
      const before = introspections;
      await watch.catchUp({ connection, schemaHash }, newId(), signal);
      return introspections - before;
    };
    expect(await asked(['orders'])).toBe(0);
    expect(await asked(['orders', 'zebra_new'])).toBe(1);
    // The refreshed snapshot still lacks it.
    expect(await asked(['orders', 'zebra_new'])).toBe(0);
    await watch.settled();
    watch.close();
  });
});
