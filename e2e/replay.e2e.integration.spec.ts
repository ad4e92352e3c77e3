import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@assay/persistence';
import { problemOf } from './harness/api-client.js';
import { levelOf } from './harness/prompt-view.js';
import { GOOD_SQL, unanswered, verdictsOf, type Script } from './harness/script.js';
import { toolCalls } from './harness/tool-replies.js';
import { shareWorld } from './harness/shared-world.js';
import type { Played, World } from './harness/world.js';

interface Report {
  question: string;
  identical: boolean;
  differences: { kind: string; at: string; recorded: unknown; replayed: unknown }[];
}

interface Way {
  script: Script;
  question?: string;
  settings?: object;
  evidence?: string[];
  /** Of a separate workspace. */
  workspace?: object;
  status: string;
}

const WAYS: Record<string, Way> = {
  'case A': { script: {}, status: 'GOLD' },
  'case B with comparisons': {
    script: {
      sql: ({ job }) => (job === 0 ? GOOD_SQL : 'SELECT count(*) + 1 AS customers FROM customer'),
      choose: () => ({ winner: 'A', confidence: 0.9 }),
    },
    status: 'GOLD',
  },
  'case C': {
    script: { judge: (_sql, statement) => (statement.startsWith('Every') ? 'not each once' : null) },
    settings: { passThreshold: 40 },
    status: 'GOLD',
  },
  'an escalation': {
    script: { judge: (_sql, _statement, { call }) => (levelOf(call) === 'ADVANCED' ? null : 'wrong') },
    status: 'GOLD',
  },
  'no valid SQL at all': { script: { sql: () => 'SELECT nothing FROM nowhere' }, status: 'FAILED' },
  'an error': { script: { any: ({ agent }) => (agent === 'generator' ? { text: 'no' } : undefined) }, status: 'ERROR' },
  'a spent budget': { script: {}, settings: { maxTokens: 1 }, status: 'ERROR' },
  'a question past its deadline': {
    script: { any: ({ agent }) => (agent === 'evaluator' ? unanswered() : undefined) },
    settings: { deadlineSeconds: 2 },
    status: 'ERROR',
  },
  'SILVER after the last level': {
    script: { judge: (_sql, statement) => (statement.startsWith('Every') ? 'wrong' : null), review: () => 'grave' },
    settings: { passThreshold: 40, allowSilver: true, maxLevel: 'BASIC' },
    workspace: { settings: { allowSilver: true } },
    status: 'SILVER',
  },
  'answers that are mended or asked for again': {
    script: {
      any: ({ agent, turn }) =>
        agent === 'generator' && turn === 0
          ? { text: `Sure:\n\`\`\`json\n{"reasoning": "because", "sql": "${GOOD_SQL}",}\n\`\`\`\nBye.` }
          : agent === 'test-generator' && turn === 0
            ? { text: 'I would rather not.' }
            : undefined,
    },
    status: 'GOLD',
  },
  'SQL that is mended after a report': {
    script: { sql: ({ turn }) => (turn === 0 ? 'SELECT nme FROM customer' : GOOD_SQL) },
    status: 'GOLD',
  },
  'a generator with tools': {
    script: {
      any: ({ agent, turn }) =>
        agent === 'generator' && turn === 0
          ? toolCalls(['describe_table', { table: 'customer' }], ['run_query', { sql: GOOD_SQL }])
          : undefined,
    },
    settings: { generatorTools: true },
    status: 'GOLD',
  },
  'verdicts that are asked for again': {
    script: {
      verdicts: (call) => ({ reasoning: 'in part', verdicts: verdictsOf(call).slice(call.turn === 0 ? 1 : 0) }),
    },
    status: 'GOLD',
  },
  'a word that may be a value, looked up': {
    script: {},
    question: 'How many customers live in rome, and how many in Bologna?',
    status: 'GOLD',
  },
  'a judge that talks': {
    script: {
      any: ({ agent, call }) => (agent === 'evaluator' && levelOf(call) === 'BASIC' ? { text: 'Well.' } : undefined),
    },
    status: 'GOLD',
  },
  'a judge asked in other words': {
    script: {
      any: ({ agent, tests, turn }) =>
        agent !== 'evaluator'
          ? undefined
          : { text: turn < 3 ? 'Well.' : tests.map(({ number }) => `Test ${number}: OK - holds`).join('\n') },
    },
    status: 'GOLD',
  },
  'one text given more often than another with the same result': {
    script: { sql: ({ job }) => (job === 1 ? 'SELECT count(id) AS customers FROM customer' : GOOD_SQL) },
    status: 'GOLD',
  },
  evidence: { script: { tests: () => ['!It counts customers.'] }, evidence: ['Count all.'], status: 'GOLD' },
};

describe('a replay', () => {
  let world: World;
  let database: Database;

  beforeAll(async () => {
    world = await shareWorld();
    database = new Database({
      url: world.databaseUrl,
      max: 1,
      applicationName: 'replay-test',
      onError: () => undefined,
    });
  });
  afterAll(async () => {
    await database?.close();
    await world?.end();
  });

  /** Concurrent: mostly waiting. */
  let played: Map<string, Promise<Played>>;
  beforeAll(() => {
    played = new Map(Object.entries(WAYS).map(([name, way]) => [name, play(way)]));
    // tested individually
    for (const question of played.values()) void question.catch(() => undefined);
  });

  async function play({ script, settings, evidence, question, workspace }: Way): Promise<Played> {
    return world.play(script, {
      settings,
      ...(question && { question }),
      ...(evidence && { evidence }),
      ...(workspace && { workspace: await world.createWorkspace(workspace) }),
    });
  }

  const replay = (id: string): Promise<Report> => world.api.expect<Report>(200, 'POST', `/v1/questions/${id}/replay`);

  it.each(Object.entries(WAYS))('reproduces %s without a call of a model', async (name, { status }) => {
    const { id, record, calls } = (await played.get(name)) as Played;
    expect(record.status).toBe(status);
    expect(await replay(id)).toEqual({ question: id, identical: true, differences: [] });
    expect(world.cast.callsOf(id)).toHaveLength(calls.length);
    expect(await world.recordOf(id)).toEqual(record);
  });

  it('is refused while the question is worked on, and reproduces it cancelled', async () => {
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (open = resolve));
    const { id } = await world.ask({ any: () => held.then(() => undefined) });
    const refused = await world.api.post(`/v1/questions/${id}/replay`);
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'NOT_FINISHED' });
    await world.api.expect(202, 'POST', `/v1/questions/${id}/cancel`);
    await world.ended(id);
    open();
    expect(await replay(id)).toMatchObject({ identical: true });
  });

  interface Body {
    request: unknown;
    answer: unknown;
    raw: Buffer | null;
  }

  /** Changes a recorded body or hash. */
  async function tamper(
    call: string | undefined,
    change: (body: Body) => Partial<Body & { hash: string }>,
  ): Promise<void> {
    const read = 'select request_hash as hash, request, answer, raw from assay.steps where id = $1';
    const [row] = await database.query<Body & { hash: string }>({ name: 'read_body', text: read }, [call]);
    if (row === undefined) throw new Error(`call ${call} is not on record`);
    const { hash, request, answer, raw } = { ...row, ...change(row) };
    const text = 'update assay.steps set request_hash = $2, request = $3, answer = $4, raw = $5 where id = $1';
    await database.query({ name: 'write_body', text }, [
      call,
      hash,
      JSON.stringify(request),
      JSON.stringify(answer),
      raw,
    ]);
  }

  it('names the call whose prompt, and the call whose bytes, are not those of the record', async () => {
    const { id, record } = await world.play();
    const [first, second] = record.calls;
    await tamper(first?.id, ({ request }) => ({
      hash: 'other',
      request: { ...(request as object), tail: '\n\nBe quick.', temperature: 1.5 },
    }));
    await tamper(second?.id, () => ({ raw: Buffer.from('<html>') }));
    const { identical, differences } = await replay(id);
    expect(identical).toBe(false);
    const at = `${first?.agent}, task ${first?.task}, call ${first?.ordinal}`;
    const inOrder = differences.toSorted((one, other) => other.kind.localeCompare(one.kind));
    expect(inOrder).toMatchObject([
      { kind: 'prompt', at: `${at}, user prompt`, recorded: { text: '' }, replayed: { text: expect.any(String) } },
      { kind: 'prompt', at: `${at}, temperature`, recorded: 1.5 },
      { kind: 'parser', at: `${second?.agent}, task ${second?.task}, call ${second?.ordinal}, response` },
    ]);
  });

  it('parses the bytes that came again, and decides by what they say today', async () => {
    const { id, record } = await world.play();
    const judged = record.calls.find(({ agent }) => agent === 'evaluator');
    await tamper(judged?.id, ({ raw }) => ({ raw: Buffer.from(raw?.toString().replaceAll('OK', 'KO') ?? '') }));
    const { differences } = await replay(id);
    expect(differences.map(({ kind, at }) => [kind, at.replace(/^.*, /, '')])).toEqual([
      ['parser', 'response'],
      ['decision', 'result'],
      ['parser', 'answer'],
      ['decision', 'case'],
      ['decision', 'scores'],
      // would continue at the next level
      ['decision', 'attempt 2'],
      ['decision', 'precompute-tests'],
      ['decision', 'generate'],
    ]);
  });

  it('counts answers that are no longer kept, and still follows the decisions', async () => {
    const { id } = await world.play();
    const text = `update assay.steps set request = null, answer = null, raw = null where run_id = $1 and agent = 'evaluator'`;
    await database.query({ name: 'erase_bodies', text }, [id]);
    expect(await replay(id)).toEqual({ question: id, identical: true, differences: [], callsNotKept: 1 });
  });

  it('names the decision that does not follow from the verdicts', async () => {
    const { id } = await world.play();
    const text = `update assay.attempts set "case" = 'D' where run_id = $1`;
    await database.query({ name: 'tamper_case', text }, [id]);
    expect((await replay(id)).differences).toEqual([
      { kind: 'decision', at: 'attempt 1, case', recorded: 'D', replayed: 'A' },
    ]);
  });
});
