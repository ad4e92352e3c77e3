import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type DatabaseSchema, type QuestionContext } from '@assay/contracts';
import { Database, migrate, readBlocks } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { BlockStore } from '@assay/work';
import { KnowledgeOfWorkspaces } from '../knowledge/applied-knowledge.js';
import { buildContext, type KeptOfWorkspaces } from '../pipeline/build-context.js';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import { RelevantGoldSqls } from '../pipeline/relevant-gold-sqls.js';
import { insertQuestion } from '../sql/insert-question.js';
import { storeRefreshedSchema } from '../workspaces/refreshed-schema.js';
import { VanishedOfWorkspaces } from './vanished-of-workspaces.js';
import { sampleQuestion } from '../testing/sample-question.js';

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
  const kept: KeptOfWorkspaces = {
    goldSqls: new RelevantGoldSqls(),
    vanished: new VanishedOfWorkspaces(),
    knowledge: new KnowledgeOfWorkspaces(),
  };

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

  async function reported(question = 'Which orders?'): Promise<QuestionContext> {
    const id = newId();
    await insertQuestion(database, sampleQuestion(workspace, { id, question }));
    const loaded = await loadQuestionRun(database, id);
    if (loaded === null) throw new Error('the question is not there');
    const hash = await buildContext(database, loaded, kept);
    const [block] = await readBlocks(database, workspace, [hash]);
    return JSON.parse(block?.content ?? '') as QuestionContext;
  }

  async function sees(columns: string[]): Promise<void> {
    const work = { database, blocks: new BlockStore(database) };
    await storeRefreshedSchema(work, workspace, { schema: shopWith(columns), privileges: PRIVILEGES }, {});
  }

  it('is set aside, and back in use when the schema is', async () => {
    await sees(['id', 'amount', 'shipped_at']);
    expect((await reported()).goldSqls).toHaveLength(2);
    await sees(['id', 'amount', 'discount', 'shipped_at']);
    expect(await reported()).toMatchObject({ evidence: { length: 2 }, goldSqls: { length: 2 } });
    await sees(['id', 'amount', 'shipped_at']);
    expect(await reported()).toMatchObject({
      evidence: ['An order is open while shipped_at is null.'],
      goldSqls: [{ sql: 'select count(*) from orders' }],
    });
    await sees(['id', 'amount', 'discount']);
    expect(await reported()).toMatchObject({
      evidence: ['Net is amount minus orders.discount.'],
      goldSqls: { length: 2 },
    });
  });

  it('is set aside, and what is said of it in imported documents with it', async () => {
    const imported = { name: 'words', table: { schema: null, name: 'orders' } };
    const items = [
      { kind: 'description', table: imported.table, column: 'discount', text: 'What members save.' },
      { kind: 'term', name: 'rebate', synonyms: [], text: null, table: imported.table, column: 'discount' },
    ];
    await database.query(
      {
        name: 'test_import',
        text: `insert into assay.knowledge (id, workspace_id, name, format, hash, items, left_out)
          values ($1, $2, $3, 'glossary', 'h', $4, '[]')`,
      },
      [newId(), workspace, imported.name, JSON.stringify(items)],
    );
    await sees(['id', 'discount']);
    const definition = '“rebate”: In the database: orders.discount.';
    const using = await reported('How high are rebates?');
    expect(using.evidence).toContain(definition);
    const [block] = await readBlocks(database, workspace, [using.schema]);
    expect(block?.content).toContain('What members save.');
    const [plain] = await readBlocks(database, workspace, [using.snapshot ?? '']);
    expect(plain?.content).not.toContain('What members save.');
    const [row] = await database.query<{ definitions: object[]; hash: string }>(
      {
        name: 'test_definitions',
        text: `select definitions, schema_hash as hash from assay.questions where question like '%rebates%'`,
      },
      [],
    );
    expect(row).toEqual({ definitions: [{ name: 'rebate', source: 'words', text: definition }], hash: using.snapshot });
    await sees(['id']);
    const without = await reported('Are there rebates?');
    expect(without.evidence).not.toContain(definition);
    expect(without.snapshot).toBeUndefined();
    await sees(['id', 'discount']);
    expect((await reported('Which rebates?')).evidence).toContain(definition);
    await database.query({ name: 'test_forget', text: 'delete from assay.knowledge' });
    expect((await reported('Rebates?')).evidence).not.toContain(definition);
  });
});
