import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentCall } from './harness/prompt-view.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const NOTES = [
  'Revenue is the sum of the amounts of paid purchases.',
  'Cancelled purchases never count.',
  'A city may be unknown: then it is null.',
  'The fiscal year begins in July.',
  'Prices hold VAT of 22 percent.',
  'Names are given names only.',
];

const generators = (calls: readonly AgentCall[]): AgentCall[] => calls.filter(({ agent }) => agent === 'generator');

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world?.end());

describe('what a question is shown of its workspace', () => {
  async function addGoldSqls(workspace: string, ...questions: string[]): Promise<void> {
    for (const question of questions) {
      await world.api.expect(201, 'POST', `/v1/workspaces/${workspace}/gold-sqls`, { question, sql: 'SELECT 1' });
    }
  }

  /** Of the first generator prompt. */
  async function goldShown(workspace: string, question: string, settings: object = {}): Promise<string[]> {
    const { calls } = await world.play({}, { workspace, question, settings });
    return (generators(calls)[0]?.texts('gold-sql') ?? []).map((text) => /Question: (.*)/.exec(text)?.[1] ?? text);
  }

  it('is the three notes that fit best, and all of the question’s own', async () => {
    const workspace = await world.createWorkspace({ evidence: NOTES });
    const own = ['One of its own.', 'Another.', 'A third.', 'A fourth.'];
    const question = 'What is the revenue of paid purchases in each city?';
    const { calls } = await world.play({}, { workspace, question, evidence: own });
    for (const call of calls.filter(({ agent }) => agent !== 'test-reducer')) {
      const shown = call.texts('evidence').join('\n');
      for (const note of own) expect(shown).toContain(note);
      expect(NOTES.filter((note) => shown.includes(note))).toEqual([NOTES[0], NOTES[1], NOTES[2]]);
    }
  });

  it('is as many notes as the settings say', async () => {
    const settings = { relevantEvidence: { top: 6, threshold: 0.3 } };
    const workspace = await world.createWorkspace({ evidence: NOTES, settings });
    const question = 'When does the fiscal year begin?';
    const { calls, record } = await world.play({}, { workspace, question });
    const shown = generators(calls)[0]?.texts('evidence').join('\n') ?? '';
    expect(NOTES.filter((note) => shown.includes(note))).toEqual([NOTES[3]]);
    expect(record.settings.relevantEvidence).toEqual(settings.relevantEvidence);
  });

  it('is what imported documents say of its terms and tables', async () => {
    const workspace = await world.createWorkspace();
    const document = {
      models: [{ name: 'purchase', description: 'What was bought at the counter.' }],
      semantic_models: [
        {
          name: 'purchases',
          model: "ref('purchase')",
          entities: [{ name: 'purchase', type: 'primary', expr: 'id' }],
          dimensions: [{ name: 'status', type: 'categorical' }],
          measures: [{ name: 'amount', agg: 'sum' }],
        },
      ],
      metrics: [
        {
          name: 'revenue',
          label: 'Turnover',
          type: 'simple',
          type_params: { measure: 'amount' },
          filter: "{{ Dimension('purchase__status') }} = 'paid'",
        },
      ],
    };
    await world.api.expect(200, 'POST', `/v1/workspaces/${workspace}/knowledge?name=schema.yml`, document);
    const { calls, record } = await world.play({}, { workspace, question: 'What is the TURNOVER of each city?' });
    const text = "“revenue” (also called Turnover): Computed as SUM(amount) over purchase where status = 'paid'.";
    const test = "“revenue” is computed as SUM(amount) over purchase where status = 'paid'.";
    expect(record.definitions).toEqual([{ name: 'revenue', source: 'schema.yml', text, test }]);
    for (const call of generators(calls)) {
      expect(call.texts('evidence').join('\n')).toContain(text);
      expect(JSON.stringify(call)).toContain('What was bought at the counter.');
    }
    const other = await world.play({}, { workspace, question: 'How many customers are there?' });
    expect(other.record.definitions).toEqual([]);
  });

  it('is gold SQLs of like questions: in any language, with typos, and of five at most', async () => {
    const workspace = await world.createWorkspace();
    await addGoldSqls(workspace, 'Quanti clienti vivono a Torino?', 'Umsatz je Kundengruppe', 'Total tax by warehouse');
    expect(await goldShown(workspace, 'Quale cliente vive a Bologna?')).toEqual(['Quanti clienti vivono a Torino?']);
    expect(await goldShown(workspace, 'Welche Kunden haben den besten Umsatz?')).toEqual(['Umsatz je Kundengruppe']);
    expect(await goldShown(workspace, 'Taxs for each warehose, totl?')).toEqual(['Total tax by warehouse']);
    expect(await goldShown(workspace, 'Which cities begin with B?')).toEqual([]);
    await addGoldSqls(workspace, ...[1, 2, 3, 4, 5, 6].map((month) => `Total tax by warehouse in month ${month}`));
    expect(await goldShown(workspace, 'Tax by warehouse?')).toHaveLength(5);
    const two = { relevantGoldSqls: { top: 2, threshold: 0.15 } };
    expect(await goldShown(workspace, 'What tax has each warehouse?', two)).toHaveLength(2);
  });

  it('forgets a gold SQL that was removed', async () => {
    const workspace = await world.createWorkspace();
    await addGoldSqls(workspace, 'Paid purchases of May', 'Open purchases of May');
    const path = `/v1/workspaces/${workspace}/gold-sqls`;
    const { items } = await world.api.expect<{ items: { id: string; question: string }[] }>(200, 'GET', path);
    expect(await goldShown(workspace, 'Purchases of May')).toHaveLength(2);
    await world.api.expect(204, 'DELETE', `${path}/${items.find(({ question }) => question.startsWith('Paid'))?.id}`);
    expect(await goldShown(workspace, 'Purchases of May, please')).toEqual(['Open purchases of May']);
  });

  it('is where the values occur that it mentions', async () => {
    const { calls } = await world.play(
      {},
      { question: 'How much did Carla pay in torino, and who lives in "bologna"?' },
    );
    const shown = generators(calls)[0]?.texts('found-values').join('\n') ?? '';
    expect(shown).toMatch(/customer\.name[^\n]*Carla|Carla[^\n]*customer[^\n]*name/);
    expect(shown).toMatch(/Bologna[^\n]*city|city[^\n]*Bologna/);
  });

  it('is that of values which are written like any other word, too', async () => {
    const { calls } = await world.play({}, { question: 'how many customers live in bologna or have purchases open' });
    const shown = generators(calls)[0]?.texts('found-values').join('\n') ?? '';
    expect(shown).toMatch(/"bologna": public\.customer\.city holds 'Bologna'/);
    expect(shown).toMatch(/"open": public\.purchase\.status holds 'open'/);
    expect(shown).not.toMatch(/"(?:live|customers|purchases)"/);
  });
});

describe('what SQL may use', () => {
  let workspace: string;
  beforeAll(async () => {
    await world.target.query(
      'create function net(gross numeric) returns numeric language sql immutable as $$ select round(gross / 1.22, 2) $$',
    );
    workspace = await world.createWorkspace();
  });

  const NET = 'SELECT sum(net(amount)) FROM purchase';
  const CATALOG = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";

  async function refusals(asked: string, sql: string, settings: object = {}): Promise<string[]> {
    const { record } = await world.play(
      { sql: ({ turn, level }) => (turn === 0 && level === 'BASIC' ? sql : 'SELECT 1 AS one') },
      { workspace: asked, settings: { sqlCandidates: 1, ...settings } },
    );
    return record.attempts[0]?.candidates[0]?.retries.map(({ message }) => message) ?? [];
  }

  it('are functions of its own and system catalogs only where the workspace says so', async () => {
    expect(await refusals(workspace, NET)).toEqual([expect.stringContaining('net')]);
    expect(await refusals(workspace, CATALOG)).toEqual([expect.stringContaining('system catalog')]);
    const path = `/v1/workspaces/${workspace}`;
    await world.api.expect(200, 'PATCH', path, { settings: { allowFunctions: ['net'], allowSystemCatalogs: true } });
    expect(await refusals(workspace, NET)).toEqual([]);
    expect(await refusals(workspace, CATALOG)).toEqual([]);
    expect(await refusals(workspace, NET, { allowFunctions: [] })).toHaveLength(1);
    expect(await refusals(workspace, CATALOG, { allowSystemCatalogs: false })).toHaveLength(1);
  });

  it('is never a built-in function with side effects, whatever is allowed', async () => {
    const lenient = await world.createWorkspace({
      settings: { allowFunctions: ['pg_sleep', 'pg_read_file', 'lo_import'], allowSystemCatalogs: true },
    });
    for (const sql of ['SELECT pg_sleep(1)', "SELECT pg_read_file('/etc/passwd')", "SELECT lo_import('/etc/passwd')"]) {
      expect(await refusals(lenient, sql)).toHaveLength(1);
    }
  });

  it.each([{ allowFunctions: ['net'] }, { allowSystemCatalogs: true }])(
    'cannot be widened by a question: %p',
    async (settings) => {
      const reply = await world.api.post('/v1/questions', {
        workspace: await world.createWorkspace(),
        question: 'x',
        settings,
      });
      expect(reply).toMatchObject({
        status: 422,
        body: { errors: [{ field: `settings.${Object.keys(settings)[0]}` }] },
      });
    },
  );

  it('is named by the names of functions', async () => {
    const reply = await world.api.send('PATCH', `/v1/workspaces/${workspace}`, {
      settings: { allowFunctions: ['net(numeric)'] },
    });
    expect(reply.status).toBe(422);
  });
});
