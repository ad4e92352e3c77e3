import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, newId, type DatabaseSchema, type QuestionContext } from '@assay/contracts';
import { Database, migrate, readBlocks } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { BlockStore } from '@assay/work';
import { buildContext, type KeptOfWorkspaces } from '../pipeline/build-context.js';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import { PIPELINE_VERSION } from '../pipeline/question-pipeline.js';
import { RelevantGoldSqls } from '../pipeline/relevant-gold-sqls.js';
import { insertQuestion } from '../sql/insert-question.js';
import { storeRefreshedSchema } from '../workspaces/refreshed-schema.js';
import { VanishedOfWorkspaces } from './vanished-of-workspaces.js';

const PRIVILEGES = { superuser: false, canWrite: false, findings: [] };

function shopWith(columns: string[]): DatabaseSchema {
  const orders = {
    schema: 'public',
    name: 'orders',
    kind: 'table' as const,
    description: null,
    rowEstimate: null,
    columns: columns.map((name) => ({ name, type: 'text', nullable: true, description: null, examples: [] })),
    primaryKey: [],
    foreignKeys: [],
  };
  return { dialect: 'postgres', name: 'shop', tables: [orders] };
}

describe('what a changed schema breaks', () => {
  let postgres: TestPostgres;
  let database: Database;
  const workspace = newId();
  const kept: KeptOfWorkspaces = { goldSqls: new RelevantGoldSqls(), vanished: new VanishedOfWorkspaces() };

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('set-aside', async (template) => void (await migrate(template)));
    database = new Database({ url });
    const notes = ['Net is amount minus orders.discount.', 'An order is open while shipped_at is null.'];
    await database.query(
      {
        name: 'test_workspace',
        text: `insert into assay.workspaces (id, name, dialect, connection, privileges, evidence)
          values ($1, 'shop', 'postgres', '', '{}', $2)`,
      },
      [workspace, JSON.stringify(notes)],
    );
    for (const sql of ['select sum(discount) from orders', 'select count(*) from orders']) {
      await database.query(
        {
          name: 'test_gold',
          text: `insert into assay.gold_sqls (id, workspace_id, question, sql) values ($1, $2, $3, $4)`,
        },
        [newId(), workspace, `Which orders: ${sql}`, sql],
      );
    }
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function told(): Promise<QuestionContext> {
    const id = newId();
    await insertQuestion(database, {
      id,
      workspace,
      owner: 'test',
      question: 'Which orders?',
      evidence: [],
      follows: null,
      leavesOut: null,
      level: 'BASIC',
      settings: DEFAULT_SETTINGS,
      seed: 1,
      pipelineVersion: PIPELINE_VERSION,
      replyTo: null,
      traceContext: null,
      idempotency: null,
      audit: { id: newId(), name: null, address: null },
      error: null,
      events: [],
    });
    const loaded = await loadQuestionRun(database, id);
    if (loaded === null) throw new Error('the question is not there');
    const hash = await buildContext(database, loaded, kept);
    const [block] = await readBlocks(database, workspace, [hash]);
    return JSON.parse(block?.content ?? '') as QuestionContext;
  }

  async function sees(columns: string[]): Promise<void> {
    const work = { database, blocks: new BlockStore(database) };
    await storeRefreshedSchema(work, workspace, { schema: shopWith(columns), privileges: PRIVILEGES });
  }

  it('is set aside, and back in use when the schema is', async () => {
    await sees(['id', 'amount', 'shipped_at']);
    expect((await told()).goldSqls).toHaveLength(2);
    await sees(['id', 'amount', 'discount', 'shipped_at']);
    expect(await told()).toMatchObject({ evidence: { length: 2 }, goldSqls: { length: 2 } });
    await sees(['id', 'amount', 'shipped_at']);
    expect(await told()).toMatchObject({
      evidence: ['An order is open while shipped_at is null.'],
      goldSqls: [{ sql: 'select count(*) from orders' }],
    });
    await sees(['id', 'amount', 'discount']);
    expect(await told()).toMatchObject({ evidence: ['Net is amount minus orders.discount.'], goldSqls: { length: 2 } });
  });
});
