import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemOf } from './harness/api-client.js';
import { GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import { LONG_TIMEOUT, type Played, type World } from './harness/world.js';

const ALL = 'SELECT c.name FROM customer c ORDER BY c.name';
const SOME = "SELECT c.name FROM customer c WHERE c.name <> 'Nobody of this name' ORDER BY c.name";
const ALSO_ALL = 'SELECT x.name FROM customer AS x WHERE 1 = 1 ORDER BY x.name';
const NOT_ALL = "SELECT y.name FROM customer y WHERE y.name <> 'No such name' ORDER BY y.name";

const BALANCED = { preset: 'default', sqlCandidates: 10, testBatches: 5, stragglers: null };

describe('effort', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld({ workspace: { settings: LONG_TIMEOUT } });
  });
  afterAll(async () => {
    await world.end();
  });

  const play = (sqls: string[]): Promise<Played> =>
    world.play({ sql: ({ job }) => sqls[job] ?? ALL }, { settings: BALANCED });
  const count = (calls: Played['calls'], agent: string): number => calls.filter((call) => call.agent === agent).length;
  const replayed = (id: string): Promise<object> => world.api.expect(200, 'POST', `/v1/questions/${id}/replay`);

  it('asks four candidates that agree, and nothing that would not change the answer', async () => {
    const { id, record, calls } = await play([ALL, ALL, ALL, ALL]);
    expect(record).toMatchObject({ status: 'GOLD', attempts: [{ waves: [{ candidates: 4, why: 'enough-lead' }] }] });
    expect(['generator', 'test-generator', 'evaluator'].map((agent) => count(calls, agent))).toEqual([4, 1, 1]);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  });

  it('asks on in waves where candidates part, whose classes keep their names in one growing suite', async () => {
    const { id, record, calls } = await play([ALL, SOME, ALSO_ALL, SOME, ALL, NOT_ALL, ALL]);
    const [attempt] = record.attempts;
    expect(attempt?.waves.map(({ candidates }) => candidates)).toEqual([4, 6]);
    expect(attempt?.candidates.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(attempt?.behaviours.map(({ candidates }) => candidates.length)).toEqual([7, 2, 1]);
    expect(new Set(attempt?.suite.map(({ id: instance }) => instance)).size).toBe(attempt?.suite.length);
    expect(count(calls, 'evaluator')).toBe(3);
    expect(attempt?.waves.map(({ why }) => why)).toEqual(['undecided', 'all-asked']);
    expect(record.events.filter(({ type }) => type === 'wave-decided')).toHaveLength(2);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  });

  const failing = {
    judge: (_sql: string, statement: string): string | null => (statement.includes('once') ? 'it does not' : null),
  };

  it('writes tests that see the candidates where the only class fails, and names it as the most likely answer', async () => {
    const settings = { ...BALANCED, maxLevel: 'BASIC', allowSilver: false };
    const { id, record, calls } = await world.play(failing, { settings });
    expect(count(calls, 'test-generator')).toBe(2);
    expect(new Set(record.attempts[0]?.tests.map(({ moment }) => moment)).size).toBe(2);
    expect(record).toMatchObject({
      status: 'FAILED',
      reason: { kind: 'tests', message: expect.stringMatching(/^No SQL passes all its tests\./) },
      mostLikely: { sql: GOOD_SQL, failed: [{ test: 'Every customer is counted once.', reason: 'it does not' }] },
    });
    expect(record.mostLikely?.confidence).toBe(record.attempts[0]?.behaviours[0]?.posterior);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  });

  it('answers in spite of a FAIL that the odds overrule, as SILVER, and says what speaks against it', async () => {
    const { id, record } = await world.play(failing, { settings: { ...BALANCED, maxLevel: 'BASIC' } });
    expect(record).toMatchObject({
      status: 'SILVER',
      contested: { by: 'failed-tests' },
      silver: { why: 'failed-tests', message: expect.stringMatching(/^It fails 1 of 2 tests\./) },
    });
    const [attempt] = record.attempts;
    expect(attempt?.selection?.by).toBe('posterior');
    expect(attempt?.verdicts.map(({ overruledBy }) => overruledBy).toSorted()).toEqual([null, 'odds']);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  });

  it('quick asks two candidates, and a judge if they agree', async () => {
    const { id, record, calls } = await world.play({ sql: () => ALL }, { settings: { ...BALANCED, effort: 'quick' } });
    expect(record).toMatchObject({ status: 'GOLD', attempts: [{ waves: [{ candidates: 2, why: 'two-alike' }] }] });
    expect(['generator', 'test-generator', 'evaluator'].map((agent) => count(calls, agent))).toEqual([2, 1, 1]);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  });

  it('checks what evidence demands once per behaviour, after the first rows', async () => {
    const { id, record, calls } = await world.play(
      { sql: () => ALL, tests: () => ['!All are listed.', 'One column.'] },
      { settings: BALANCED, evidence: ['All customers count.'] },
    );
    expect(record).toMatchObject({ status: 'GOLD', attempts: [{ waves: [{ candidates: 4 }] }] });
    const agents = calls.map(({ agent }) => agent);
    expect(agents).toEqual(['test-generator', ...Array.from({ length: 4 }, () => 'generator'), 'evaluator']);
    const judging = (event: (typeof record.events)[number]): boolean =>
      event.type === 'stage-started' && event.stage === 'evaluate';
    const [shown, judged] = [({ type }: { type: string }) => type === 'leader-changed', judging].map((is) =>
      record.events.findIndex(is),
    );
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(judged ?? 0);
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
  });

  it('instant answers with the majority of three, untested, whose rows are there before the answer', async () => {
    const sqls = [ALL, SOME.replace('Nobody of this name', 'Ada'), ALSO_ALL];
    const script = { sql: ({ job }: { job: number }) => sqls[job] ?? ALL };
    const { id, record, calls } = await world.play(script, {
      settings: { ...BALANCED, effort: 'instant', allowSilver: true },
    });
    expect(record).toMatchObject({ status: 'SILVER', silver: { why: 'untested' }, case: null });
    expect([...new Set(calls.map(({ agent }) => agent))]).toEqual(['generator']);
    const [leader] = record.events.flatMap((event) => (event.type === 'leader-changed' ? [event] : []));
    expect(leader).toMatchObject({ agreeing: 2, of: 3 });
    const path = `/v1/questions/${id}/rows?candidate=${leader?.candidate}`;
    const early = await world.api.expect<{ rows: unknown[][] }>(200, 'GET', path);
    expect(early).toMatchObject({ tested: false, truncated: false });
    expect(await world.api.expect(200, 'GET', `/v1/questions/${id}/rows`)).toEqual({ ...early, tested: undefined });
    for (const [query, status, code] of [
      ['candidate=no', 422, 'VALIDATION_FAILED'],
      [`candidate=${id}`, 404, 'CANDIDATE_NOT_FOUND'],
      [`candidate=${leader?.candidate}&format=csv`, 422, 'VALIDATION_FAILED'],
    ] as const) {
      const reply = await world.api.send('GET', `/v1/questions/${id}/rows?${query}`);
      expect([reply.status, problemOf(reply).code]).toEqual([status, code]);
    }
  });

  it('continues an instant answer: tests the same candidates, without paying for them again', async () => {
    const sqls = [ALL, ALL, ALSO_ALL];
    const script = { sql: ({ job }: { job: number }) => sqls[job] ?? ALL };
    const instant = { ...BALANCED, effort: 'instant', allowSilver: true };
    const first = await world.play(script, { settings: instant, evidence: ['All customers count.'] });
    const ask = (body: object): Promise<{ status: number; body: unknown }> =>
      world.api.send('POST', '/v1/questions', {
        workspace: world.workspace,
        question: first.question,
        continues: first.id,
        settings: BALANCED,
        ...body,
      });
    const { id } = (await ask({})).body as { id: string };
    const record = await world.recordOf(id);
    expect(record).toMatchObject({ continues: first.id, status: 'GOLD' });
    const sqlsOf = (attempt = record.attempts[0]): string[] =>
      (attempt?.candidates ?? []).map(({ sql }) => sql).toSorted();
    expect(sqlsOf()).toEqual(sqlsOf(first.record.attempts[0]));
    const agents = world.cast.callsOf(id).map(({ agent }) => agent);
    expect(agents).not.toContain('generator');
    expect(agents).toEqual(expect.arrayContaining(['test-generator', 'evaluator']));
    expect(await replayed(id)).toMatchObject({ identical: true, differences: [] });
    expect(await world.api.expect(200, 'GET', `/v1/questions/${id}/request`)).toMatchObject({
      continues: first.id,
      evidence: ['All customers count.'],
    });
    const elsewhere = await world.createWorkspace();
    for (const [body, status, code] of [
      [{ question: 'Another one?' }, 422, 'VALIDATION_FAILED'],
      [{ workspace: elsewhere }, 422, 'VALIDATION_FAILED'],
      [{ settings: { effort: 'instant' } }, 422, 'VALIDATION_FAILED'],
      [{ settings: { ...BALANCED, bypassEvaluation: true } }, 422, 'VALIDATION_FAILED'],
      [{ continues: world.workspace }, 404, 'QUESTION_NOT_FOUND'],
      [{ continues: id }, 409, 'NOTHING_TO_CONTINUE'],
    ] as const) {
      const reply = await ask(body);
      expect([body, reply.status, (reply.body as { code: string }).code]).toEqual([body, status, code]);
    }
  });

  it('answers an identical question by its approved gold SQL, without a model call', async () => {
    const workspace = await world.createWorkspace({ settings: BALANCED });
    const question = 'Known: how many customers are there?';
    for (const each of [question, 'And how many of them?']) world.cast.play(each, { sql: () => ALL });
    const approve = (sql: string): Promise<{ id: string }> =>
      world.api.expect<{ id: string }>(201, 'POST', `/v1/workspaces/${workspace}/gold-sqls`, { question, sql });
    const answer = async (body: object): Promise<Awaited<ReturnType<typeof world.recordOf>>> => {
      const asked = { workspace, question, ...body };
      return world.recordOf((await world.api.expect<{ id: string }>(202, 'POST', '/v1/questions', asked)).id);
    };
    const { id: approved } = await approve('select 42 as customers');
    const known = await answer({ question: '  known: How many customers\nare there' });
    expect(known).toMatchObject({
      status: 'GOLD',
      case: null,
      confidence: 1,
      result: { sqlList: [{ sql: 'select 42 as customers' }] },
      attempts: [{ selection: { by: 'known' } }],
      usage: { modelCalls: 0 },
    });
    expect(await replayed(known.id)).toMatchObject({ identical: true, differences: [] });
    const rows = await world.api.expect<{ rows: unknown[] }>(200, 'GET', `/v1/questions/${known.id}/rows`);
    expect(rows.rows).toEqual([[42]]);
    for (const body of [
      { anew: true },
      { evidence: ['All count.'] },
      { follows: known.id },
      { settings: { verdicts: 'final' } },
    ]) {
      const other = await answer(body);
      expect([body, other.attempts[0]?.selection?.by]).not.toEqual([body, 'known']);
      expect(other.usage.modelCalls).toBeGreaterThan(0);
    }
    const followUp = await answer({ question: 'And how many of them?', follows: known.id });
    await world.api.expect(201, 'POST', `/v1/questions/${followUp.id}/like`);
    expect((await answer({ question: 'And how many of them?' })).attempts[0]?.selection?.by).not.toBe('known');
    await approve('select no_such_column from customers');
    const older = await answer({});
    expect(older).toMatchObject({
      result: { sqlList: [{ sql: 'select 42 as customers' }] },
      attempts: [{ selection: { by: 'known' } }],
      usage: { modelCalls: 0 },
    });
    expect(older.events).toContainEqual(expect.objectContaining({ code: 'GOLD_SQL_FAILS' }));
    expect(await replayed(older.id)).toMatchObject({ identical: true, differences: [] });
    await world.api.expect(204, 'DELETE', `/v1/workspaces/${workspace}/gold-sqls/${approved}`);
    const failing = await answer({});
    expect(failing).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: ALL }] } });
  });

  it('continues in a workspace of instant answers with tests', async () => {
    const workspace = await world.createWorkspace({ settings: { ...LONG_TIMEOUT, effort: 'instant' } });
    const question = 'Continued: how many customers are there?';
    world.cast.play(question, { sql: () => ALL });
    const asked = { workspace, question };
    const { id } = await world.api.expect<{ id: string }>(202, 'POST', '/v1/questions', asked);
    expect(await world.recordOf(id)).toMatchObject({ silver: { why: 'untested' } });
    const next = await world.api.expect<{ id: string }>(202, 'POST', '/v1/questions', { ...asked, continues: id });
    expect(await world.recordOf(next.id)).toMatchObject({ status: 'GOLD', settings: { effort: 'balanced' } });
  });

  it('instant is refused where SILVER is not allowed', async () => {
    const settings = { effort: 'instant', allowSilver: false };
    const reply = await world.api.send('POST', '/v1/questions', {
      workspace: world.workspace,
      question: 'How many customers are there?',
      settings,
    });
    expect([reply.status, problemOf(reply).code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(JSON.stringify(reply.body)).toContain('settings.effort');
  });
});
