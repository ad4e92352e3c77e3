import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkspaceView } from '@assay/contracts';
import { CLIENT_ID, TestProvider } from '@assay/testing';
import { withClient } from '@assay/runtime/embedded-postgres';
import { readFileSync } from 'node:fs';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import type { AgentCall } from './harness/prompt-view.js';
import { verdictsOf, type Script } from './harness/script.js';
import { toolCalls } from './harness/tool-replies.js';
import type { AskOptions } from './harness/world.js';
import { canariesIn } from './page/canaries.js';

const ADMIN = 'the-admin-key-of-this-test';
const [NORTH, SOUTH, ABOVE] = ['north', 'south', 'above'].map((name) => `asker_${name}_${process.pid}`);
const FIXTURE = `
  create table note (id integer primary key, team text, title text, amount integer);
  insert into note
    select n, case n % 2 when 0 then '${NORTH}' else '${SOUTH}' end, 'Canary' || n % 2 || 'x', n from generate_series(0, 39) n;
  create table tag (note_id integer references note (id), tag text);
  insert into tag select id, 'Of' || title from note;
  alter table note enable row level security;
  alter table tag enable row level security;
  create policy own on note using (team in (current_user, current_setting('assay.subject', true)));
  create policy own on tag using (exists (select from note where note.id = note_id));
  create role ${NORTH}; create role ${SOUTH}; create role ${ABOVE} login password 'reads' bypassrls;
  grant select on note, tag to ${NORTH}, ${SOUTH}, ${ABOVE};
`;
/** People with what only they may see. In the mode `variables` their subject is the name of their team. */
const ANN = { subject: NORTH as string, canary: 'Canary0x' };
const BOB = { subject: SOUTH as string, canary: 'Canary1x' };

const ALL = 'SELECT n.title, t.tag FROM note n JOIN tag t ON t.note_id = n.id GROUP BY 1, 2 ORDER BY 1';
const ERROR = 'SELECT max(title)::integer FROM note';
const TOOLS: [string, object][] = [
  ['describe_table', { table: 'note' }],
  ['sample_rows', { table: 'note' }],
  ['find_values', { value: 'canary1x' }],
  ['run_query', { sql: ALL }],
  ['run_query', { sql: ERROR }],
];
/** Names values in lower case; a prompt shows the stored value if the look-up finds it. */
const EVIDENCE = ['An urgent note has the title "canary0x" or "canary1x".'];
/** Data blocks that show values of all people without policies. `report`: errors and results of earlier levels. */
const REVEALING = [
  ...['schema', 'found-values', 'gold-sql', 'evidence', 'tool-result', 'report', 'earlier-question'].map(
    (kind) => `generator: ${kind}`,
  ),
  ...['generator: rejected-sql', 'generator: failed-tests', 'evaluator: tests', 'supervisor: failed-test'],
  ...['evaluator', 'sql-selector'].flatMap((agent) =>
    ['candidate', 'result', 'witness', 'witness-result'].map((kind) => `${agent}: ${kind}`),
  ),
  ...['trial: result', 'trial: contested-test'],
];
/** What a model repeats of what it reads. */
const seenIn = ({ prompt }: AgentCall): string => `such as ${canariesIn(prompt).join()}`;

const repeated = (call: AgentCall): string => ALL.replace('GROUP', `WHERE n.title <> '${seenIn(call)}' GROUP`);

/** Only data that holds a value of the prompt distinguishes it from others. */
const parted = ({ prompt }: AgentCall): string =>
  ALL.replace('GROUP', `WHERE n.title <> '${canariesIn(prompt).sort().at(-1)}' GROUP`);

/** Uses tools, fails, is judged by witnesses, reviewed and escalated; every agent repeats the values that it sees. */
const RICH: Script = {
  any: ({ agent, job, turn }) => (agent === 'generator' && job === 0 && turn === 0 ? toolCalls(...TOOLS) : undefined),
  sql: (call) => {
    if (call.turn === 0 && call.job === 1 && call.level === 'BASIC') return ERROR;
    return call.job === 2 ? parted(call) : repeated(call);
  },
  tests: (call) => [`The rows are notes, ${seenIn(call)}.`, ...Array.from({ length: 9 }, (_, n) => `Check ${n}.`)],
  judge: (_sql, statement, call) =>
    call.level === 'BASIC' && statement.startsWith('The rows') ? `Not right, ${seenIn(call)}.` : null,
  review: (_sql, _statement, call) => `Upheld, ${seenIn(call)}.`,
};

/** Fails a test that is tried. */
const CONTESTED: Script = {
  sql: () => ALL,
  tests: (call) => ['The rows are notes.', `They are ordered, ${seenIn(call)}.`],
  judge: (_sql, statement, call) => (statement.startsWith('They') ? `No order, ${seenIn(call)}.` : null),
  tried: () => ({ decision: 'mistaken', reason: 'nobody asks for an order' }),
};

const FEWER = ALL.replace('ORDER', 'HAVING count(*) > 1 ORDER');
const OPEN = 'Are notes that occur once listed?';
/** Leaves a point open whose meaning repeats values. */
const LEFT_OPEN: Script = {
  sql: (call) => (call.job === 0 ? FEWER : repeated(call)),
  tests: (call) => {
    const alternatives = [
      { id: 'listed', meaning: `Yes, ${seenIn(call)}.` },
      { id: 'left-out', meaning: 'No.' },
    ];
    return ['The rows are notes.', { statement: OPEN, evidenceCritical: false, kind: 'reading', alternatives }];
  },
  verdicts: (call) => ({
    reasoning: 'read',
    verdicts: verdictsOf(call).map((each, index) => {
      const alternative = call.candidates[0] === FEWER ? 'left-out' : 'listed';
      return call.tests[index]?.statement === OPEN ? { ...each, alternative } : each;
    }),
  }),
  choose: (first) => ({ winner: first === FEWER ? 'B' : 'A', confidence: 0.9 }),
};

describe('answers as the asker, from a token to the answer', () => {
  const roles = { mode: 'role', claims: { role: 'roles' }, roles: [NORTH, SOUTH] };
  let provider: TestProvider;
  let world: OwnWorld;
  const spaces: { [mode: string]: string } = {};
  let asked = 0;

  beforeAll(async () => {
    provider = await TestProvider.start('http://127.0.0.1:1');
    const env = { ASSAY_API_KEYS: ADMIN, ASSAY_OIDC_ISSUER: provider.url, ASSAY_OIDC_CLIENT_ID: CLIENT_ID };
    world = await createWorld({ env, fixture: FIXTURE });
    const reader = new URL(world.target.readerUrl);
    await world.target.query(`grant ${NORTH}, ${SOUTH} to ${reader.username}`);
    for (const { subject } of [ANN, BOB]) provider.roles.set(subject, ['asker', subject]);
    reader.username = ABOVE as string;
    reader.password = 'reads';
    for (const [mode, fields] of Object.entries({
      role: { settings: { asker: roles } },
      variables: { settings: { asker: { mode: 'variables' } } },
      control: { database: { dialect: 'postgres', url: reader.href } },
    }))
      spaces[mode] = await world.createWorkspace({ evidence: EVIDENCE, ...fields });
  });
  afterAll(async () => {
    await world?.target.query(
      [NORTH, SOUTH, ABOVE].map((role) => `drop owned by ${role} cascade; drop role ${role}`).join(';'),
    );
    await world?.end();
    await provider?.stop();
  });

  const as = (subject: string) => ({ authorization: `Bearer ${provider.tokenOf(subject)}` });
  async function ask(
    mode: string,
    { subject }: { subject: string },
    script: Script,
    { settings: own, ...more }: AskOptions = {},
  ): Promise<string> {
    const question = `Question ${(asked += 1)}: which notes like canary0x or canary1x are there?`;
    const settings = { sqlCandidates: 3, testBatches: 1, judge: 'behaviour', generatorTools: true, ...own };
    const workspace = spaces[mode] as string;
    const { id } = await world.ask(script, { workspace, question, headers: as(subject), settings, ...more });
    await world.ended(id);
    return id;
  }
  const rowsOf = (id: string, subject: string) =>
    world.api.get<{ rows: unknown[][] }>(`/v1/questions/${id}/rows`, as(subject));

  it.each(['role', 'variables'])('show two people their own rows by one SQL, in the mode %s', async (mode) => {
    for (const [person, other] of [
      [ANN, BOB],
      [BOB, ANN],
    ] as const) {
      const id = await ask(mode, person, { sql: () => ALL });
      const { status, body } = await rowsOf(id, person.subject);
      expect([status, body.rows]).toEqual([200, [[person.canary, `Of${person.canary}`]]]);
      expect((await rowsOf(id, other.subject)).status).toBe(404);
      const [row] = await world.rows<{ role: string }>(
        `select identity ->> 'role' as role from assay.questions where run_id = '${id}'`,
      );
      expect(row?.role).toBe(mode === 'role' ? person.subject : null);
    }
  });

  it.each(['role', 'variables'])(
    'share no answer of equal tools and SQL that run at once, in the mode %s',
    async (mode) => {
      const people = [ANN, BOB, ANN, BOB];
      const running = people.map(() => Promise.withResolvers<void>());
      const ids = await Promise.all(
        people.map((person, index) => {
          const any: Script['any'] = async (call) => {
            running[index]?.resolve();
            await Promise.all(running.map(({ promise }) => promise));
            return RICH.any?.(call);
          };
          return ask(mode, person, { any, sql: () => ALL });
        }),
      );
      for (const [index, id] of ids.entries()) {
        const [own, other] = index % 2 === 0 ? [ANN, BOB] : [BOB, ANN];
        const prompts = JSON.stringify(world.cast.callsOf(id).map(({ call }) => call.body));
        expect([prompts.includes(own.canary), prompts.includes(other.canary)]).toEqual([true, false]);
        expect((await rowsOf(id, own.subject)).body.rows).toEqual([[own.canary, `Of${own.canary}`]]);
      }
    },
  );

  it.each([[['asker']], [['asker', 'postgres']], [['asker', NORTH, SOUTH]]])(
    'refuse a person whose token names the roles %j',
    async (roles) => {
      provider.roles.set('eve', roles as string[]);
      const body = { workspace: spaces['role'], question: 'How many notes are there?' };
      const reply = await world.api.post('/v1/questions', body, as('eve'));
      expect(reply).toMatchObject({ status: 403, body: { code: 'ASKER_CLAIM_MISSING' } });
    },
  );

  it.each([
    [`alter role ${NORTH} createrole`, `alter role ${NORTH} nocreaterole`, 'creates roles'],
    [`grant insert on tag to ${NORTH}`, `revoke insert on tag from ${NORTH}`, 'may do more than read: .* public.tag'],
  ])('end a question before any model call, naming the role, after: %s', async (change, undo, reason) => {
    const workspace = await world.createWorkspace({ settings: { asker: roles } });
    await world.target.query(change);
    try {
      const question = 'How many notes are there?';
      const { id } = await world.ask({}, { workspace, question, headers: as(ANN.subject) });
      const { status, error } = await world.ended(id);
      const message = expect.stringMatching(`: the role ${NORTH} ${reason}`);
      expect({ status, error }).toMatchObject({ status: 'ERROR', error: { code: 'ASKER_UNSAFE', message } });
      expect(world.cast.callsOf(id)).toEqual([]);
      await world.api.expect(200, 'GET', `/v1/workspaces/${workspace}/schema?refresh=true`);
      const { body } = await world.api.get<WorkspaceView>(`/v1/workspaces/${workspace}`);
      expect(body.privileges.findings).toContainEqual(expect.stringMatching(`^the role ${NORTH} ${reason}`));
    } finally {
      await world.target.query(undo);
    }
  });

  it.each([
    ['before the setting', null],
    ['under another', roles],
  ])('refuse rows of a question that was asked %s', async (_title, before) => {
    const workspace = await world.createWorkspace({ settings: { asker: before } });
    const headers = as(ANN.subject);
    const { id } = await world.ask({ sql: () => 'SELECT 1 AS n' }, { workspace, headers });
    await world.ended(id);
    const read = () =>
      Promise.all(
        ['/rows', '/rows?format=csv', '/chart', '/rows?measure=true'].map(async (path) => {
          const { status, body } = await world.api.get<{ code?: string }>(`/v1/questions/${id}${path}`, headers);
          return status < 300 ? 'shown' : body.code;
        }),
      );
    expect(new Set(await read())).toEqual(new Set(['shown']));
    await world.api.expect(200, 'PATCH', `/v1/workspaces/${workspace}`, {
      settings: { asker: { mode: 'variables' } },
    });
    expect(new Set(await read())).toEqual(new Set(['ASKER_REFUSED']));
  });

  it('lead an administrator by the page from a table to an answer', async () => {
    const role = `assay_reader_${process.pid}`;
    const page = readFileSync('docs/as-the-asker.md', 'utf8').replaceAll('assay_reader', role);
    const [table = '', ...policies] = [...page.matchAll(/^ *```sql\n([^]*?)```/gm)]
      .slice(0, 4)
      .map(([, sql = '']) => sql);
    const workspace = JSON.parse(/-d '(\{[^]*?\})'/.exec(page)?.[1] ?? '') as { database: { url: string } };
    const url = new URL(await world.postgres.createDatabase());
    const orders = `insert into orders select n, case when n % 3 = 0 then 'north' else 'south' end from generate_series(1, 9) n`;
    await withClient(url.href, async (client) => {
      for (const sql of [table, orders, ...policies]) await client.query(sql);
    });
    const { host, pathname } = url;
    workspace.database.url = `postgres://${role}:change%20me@${host}${pathname}`;
    const { id } = await world.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', workspace);
    for (const [region, count] of [
      ['north', '3'],
      ['south', '6'],
    ]) {
      const headers = { authorization: `Bearer ${provider.tokenOf(`of ${region}`, { region })}` };
      const sql = () => 'select count(*) from orders';
      const asked = await world.ask({ sql }, { workspace: id, headers });
      await world.ended(asked.id);
      expect((await world.api.get(`/v1/questions/${asked.id}/rows`, headers)).body).toMatchObject({ rows: [[count]] });
    }
    await withClient(url.href, (client) => client.query(`drop owned by ${role} cascade; drop role ${role}`));
  });

  /** What Bob's question leaves for others. */
  async function share(mode: string): Promise<void> {
    const id = await ask(mode, BOB, LEFT_OPEN, { settings: { readings: true } });
    const { openPoints } = await world.view(id);
    const settlement = { openPoint: openPoints[0]?.id, option: 'listed', remember: true };
    const headers = mode === 'control' ? undefined : as(BOB.subject);
    const liked = await world.api.post(`/v1/questions/${id}/like`, {}, headers);
    const settled = await world.api.post(`/v1/questions/${id}/settle`, settlement, headers);
    expect([liked.status, settled.status]).toEqual(mode === 'control' ? [201, 200] : [403, 403]);
  }

  /** Data in the prompts about Ann's questions that shows a value of Bob, by agent and kind. */
  async function shownOfBob(mode: string): Promise<{ agents: Set<string>; data: Set<string>; own: number }> {
    await share(mode);
    const first = await ask(mode, ANN, RICH);
    const follow = await ask(mode, ANN, { sql: repeated }, { follows: first });
    const tried = await ask(mode, ANN, CONTESTED, { settings: { verdicts: 'weighed' } });
    const calls = [first, follow, tried].flatMap((id) => world.cast.callsOf(id));
    const ofKind = /<data-(\w+) kind="([a-z-]+)">\n([^]*?)\n<\/data-\1>/g;
    const whoseOf = ({ agent, contestedTests }: AgentCall): string => (contestedTests.length > 0 ? 'trial' : agent);
    const shown = calls.flatMap((call) =>
      [...call.prompt.matchAll(ofKind)].map(([, , kind, text = '']) => ({ kind: `${whoseOf(call)}: ${kind}`, text })),
    );
    const having = (canary: string) => shown.filter(({ text }) => text.includes(canary));
    const whole = JSON.stringify(calls.map(({ call }) => call.body));
    expect(whole.includes(BOB.canary)).toBe(having(BOB.canary).length > 0);
    return {
      agents: new Set(calls.map(whoseOf)),
      data: new Set(having(BOB.canary).map(({ kind }) => kind)),
      own: having(ANN.canary).length,
    };
  }

  it('put no value that only another may see into any prompt, of any agent', async () => {
    const control = await shownOfBob('control');
    expect(REVEALING.filter((each) => !control.data.has(each))).toEqual([]);
    for (const mode of ['role', 'variables']) {
      const { agents, data, own } = await shownOfBob(mode);
      expect([mode, [...data]]).toEqual([mode, []]);
      expect([...agents].sort()).toEqual([...control.agents].sort());
      expect(own).toBeGreaterThan(10);
    }
  });
});
