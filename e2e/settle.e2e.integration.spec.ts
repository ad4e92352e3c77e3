import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { problemSchema, questionSchema, type Problem, type Question } from './harness/question-schema.js';
import { ALL, COUNTED, LEFT_OPEN, LEFT_OPEN_SETTINGS, OPEN, SOME } from './harness/left-open.js';
import type { Script } from './harness/script.js';
import { createWorld } from './harness/own-world.js';
import { shareWorld } from './harness/shared-world.js';
import { LONG_TIMEOUT, type Played, type World } from './harness/world.js';

describe('what a question leaves open', () => {
  let world: World;
  let played: Played;
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createDatabase();
    const env = { ASSAY_API_KEYS: 'an-admin-key-for-tests', DATABASE_URL: url };
    world = await createWorld({ env, workspace: { settings: LONG_TIMEOUT } });
    database = new Database({ url, max: 1 });
    played = await world.play(LEFT_OPEN, { settings: LEFT_OPEN_SETTINGS });
  });
  afterAll(async () => {
    await database?.close();
    await world?.end();
    await postgres?.stop();
  });

  const path = (rest = ''): string => `/v1/questions/${played.id}${rest}`;
  const pointOf = ({ openPoints }: Question): string => openPoints[0]?.id ?? '';

  async function settle(option: string, more: object = {}): Promise<Question> {
    const body = { openPoint: pointOf(await world.view(played.id)), option, ...more };
    return questionSchema.parse(await world.api.expect(200, 'POST', path('/settle'), body));
  }

  async function refused(status: number, body: object, rest = path('/settle')): Promise<Problem> {
    return problemSchema.parse(await world.api.expect(status, 'POST', rest, body));
  }

  it('is returned beside the answer, with the options that admissible answers take', () => {
    const { record } = played;
    expect(record).toMatchObject({ status: 'GOLD', case: 'B', result: { sqlList: [{ sql: ALL }] } });
    expect(record.readings).toMatchObject([
      { statement: 'All customers are listed.', sql: ALL, share: 0.5, chosen: true, rowCount: 5 },
      {
        statement: 'Only customers who bought something are listed.',
        sql: SOME,
        share: 0.25,
        chosen: false,
        rowCount: 4,
      },
    ]);
    expect(record.openPoints).toMatchObject([
      { question: OPEN, settled: null, options: [{ id: 'listed' }, { id: 'left-out' }] },
    ]);
  });

  it('is settled without a model: another winner and its rows, selected by the settlement', async () => {
    const calls = world.model.calls.length;
    const before = played.record;
    const settled = await settle('left-out');
    expect(settled).toMatchObject({
      status: 'GOLD',
      result: { sqlList: [{ sql: SOME, failedTests: [] }] },
      readings: [{ chosen: false }, { chosen: true }],
      openPoints: [{ settled: 'left-out' }],
    });
    expect((await world.api.expect<{ rows: unknown[] }>(200, 'GET', path('/rows'))).rows).toHaveLength(4);
    expect(world.model.calls).toHaveLength(calls);
    const after = await world.recordOf(played.id);
    expect(after.settlements).toMatchObject([{ option: 'left-out', sql: SOME, remembered: false }]);
    const [attempt] = after.attempts;
    const winner = after.readings.find(({ chosen }) => chosen)?.id;
    expect(attempt).toMatchObject({ winner, selection: { by: 'settled' } });
    const finalists = attempt?.selection?.finalists.map(({ candidate }) => candidate);
    expect(finalists).toEqual(expect.arrayContaining([winner, before.attempts[0]?.winner]));
    expect(after.attempts).toEqual([{ ...before.attempts[0], winner, selection: attempt?.selection }]);
    expect(after.events).toEqual(before.events);
    const report = await world.api.expect(200, 'POST', path('/replay'));
    expect(report).toMatchObject({ identical: true });
  });

  it('is settled once for repeated requests, and again for another option', async () => {
    await settle('left-out');
    const again = await settle('left-out');
    expect(await settle('left-out')).toEqual(again);
    await Promise.all(['listed', 'left-out', 'listed', 'left-out'].map((option) => settle(option)));
    expect(await settle('listed')).toMatchObject({ result: { sqlList: [{ sql: ALL }] } });
    const { settlements } = await world.recordOf(played.id);
    const options = settlements.map(({ option }) => option);
    expect(options.filter((option, index) => option === options[index - 1])).toEqual([]);
  });

  it('refuses points and options that are not open, and says what may be done', async () => {
    const openPoint = pointOf(await world.view(played.id));
    for (const body of [
      { openPoint: played.id, option: 'listed' },
      { openPoint: 'nonsense', option: 'listed' },
      { openPoint, option: 'names' },
    ]) {
      const problem = await refused(409, body);
      expect(problem.code).toBe('NOT_OPEN');
      expect(problem.nextSteps?.[0]?.action).toBe('settle');
    }
    expect((await refused(422, { openPoint })).errors?.[0]?.field).toBe('option');
    expect((await refused(422, { openPoint, option: 'listed', remember: 'yes' })).errors?.[0]?.field).toBe('remember');
    const closed = await world.play({}, {});
    const problem = await refused(409, { openPoint, option: 'listed' }, `/v1/questions/${closed.id}/settle`);
    expect(problem.nextSteps?.map(({ action }) => action)).toEqual(['edit-question', 'add-evidence']);
  });

  it('is remembered as evidence once, by who may curate', async () => {
    const evidence = async (): Promise<string[]> =>
      (await world.api.expect<{ evidence: string[] }>(200, 'GET', `/v1/workspaces/${world.workspace}`)).evidence;
    const { key } = await world.api.expect<{ key: string }>(201, 'POST', '/v1/api-keys', {
      name: 'reader',
      workspaces: [world.workspace],
      mayCurate: false,
    });
    const openPoint = pointOf(await world.view(played.id));
    const body = { openPoint, option: 'listed', remember: true };
    const asReader = { authorization: `Bearer ${key}` };
    expect(await world.api.post(path('/settle'), body, asReader)).toMatchObject({ status: 403 });
    expect(await world.api.post(path('/settle'), { ...body, remember: false }, asReader)).toMatchObject({
      status: 200,
    });
    await settle('listed', { remember: true });
    await settle('listed', { remember: true });
    const notes = await evidence();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('All customers are listed.');
    expect(notes[0]).toContain(played.question);
    const { settlements } = await world.recordOf(played.id);
    expect(settlements.at(-1)).toMatchObject({ option: 'listed', remembered: true });
  });

  it('is evidence of what is asked afterwards, once it is remembered', async () => {
    const ask = async (question: string): Promise<string[]> => {
      const { id } = await world.play(LEFT_OPEN, { settings: LEFT_OPEN_SETTINGS, question });
      return world.cast.callsOf(id, 'generator').flatMap((call) => call.texts('evidence'));
    };
    const question = 'How many purchases has each of our customers made?';
    const { id } = await world.play(LEFT_OPEN, { settings: LEFT_OPEN_SETTINGS, question });
    const openPoint = pointOf(await world.view(id));
    const note = `In questions like "${question}": ${OPEN} Only customers who bought something are listed.`;
    expect((await ask('How many purchases has each of them made?')).join()).not.toContain(note);
    const body = { openPoint, option: 'left-out', remember: true };
    await world.api.expect(200, 'POST', `/v1/questions/${id}/settle`, body);
    const reported = await ask('How many purchases has each customer of ours made?');
    expect(reported.length).toBeGreaterThan(0);
    for (const evidence of reported) expect(evidence).toContain(note);
    await world.api.expect(200, 'PATCH', `/v1/workspaces/${world.workspace}`, { evidence: [] });
  });

  it('is remembered in the words of a person alone where it is about two SQLs of one question', async () => {
    // enough rows for a profile
    await world.target.query(
      `create table member as select n as id, 'Name ' || n as name from generate_series(1, 200) n;
       grant select on member to public`,
    );
    const workspace = await world.createWorkspace({ settings: LONG_TIMEOUT });
    const sql: Script['sql'] = ({ job }) => `SELECT ${job % 2 === 0 ? '' : 'DISTINCT '}name FROM member`;
    const { id, record } = await world.play({ sql }, { settings: LEFT_OPEN_SETTINGS, workspace });
    const [point] = record.openPoints;
    expect(point).toMatchObject({ weak: true, question: expect.stringContaining('a value twice') });
    const other = point?.options.find(({ reading }) =>
      record.readings.some((each) => each.id === reading && !each.chosen),
    );
    const body = { openPoint: point?.id, option: other?.id, remember: true };
    const problem = await refused(409, body, `/v1/questions/${id}/settle`);
    expect(problem).toMatchObject({ code: 'NOT_FOR_OTHERS', nextSteps: [{ action: 'add-evidence' }] });
    const { settlements, openPoints } = await world.recordOf(id);
    expect(settlements).toMatchObject([{ option: other?.id, remembered: false }]);
    expect(openPoints).toMatchObject([{ settled: other?.id }]);
    const notes = async (): Promise<string[]> =>
      (await world.api.expect<{ evidence: string[] }>(200, 'GET', `/v1/workspaces/${workspace}`)).evidence;
    expect(await notes()).toEqual([]);
    const sentence = 'Members of the same name are several.';
    await world.api.expect(200, 'POST', `/v1/questions/${id}/settle`, { ...body, sentence });
    expect(await notes()).toEqual([expect.stringMatching(new RegExp(`^In questions like ".*": ${sentence}$`))]);
  });

  it('is on record as remembered only where it is', async () => {
    const home = `/v1/workspaces/${world.workspace}`;
    const full = Array.from({ length: 500 }, (_, index) => `Note ${index}.`);
    await world.api.expect(200, 'PATCH', home, { evidence: full });
    const openPoint = pointOf(await world.view(played.id));
    const problem = await refused(409, { openPoint, option: 'left-out', remember: true });
    expect(problem.code).toBe('EVIDENCE_FULL');
    const last = async (): Promise<object | undefined> => (await world.recordOf(played.id)).settlements.at(-1);
    expect(await last()).toMatchObject({ option: 'left-out', remembered: false });
    const { settlements } = await world.recordOf(played.id);
    await world.api.expect(200, 'PATCH', home, { evidence: [] });
    await settle('left-out', { remember: true });
    expect(await last()).toMatchObject({ option: 'left-out', remembered: true });
    expect((await world.recordOf(played.id)).settlements).toHaveLength(settlements.length);
  });

  it.each(['ERROR', 'CANCELLED'])('is not settled of a question that ended in %s', async (status) => {
    const { id } = await world.play(LEFT_OPEN, { settings: LEFT_OPEN_SETTINGS });
    const openPoint = pointOf(await world.view(id));
    const text = 'update assay.runs set status = $2 where id = $1';
    await database.query({ name: 'end_otherwise', text }, [id, status]);
    const problem = await refused(409, { openPoint, option: 'left-out' }, `/v1/questions/${id}/settle`);
    expect(problem).toMatchObject({ code: 'NOT_OPEN', detail: expect.stringContaining(status) });
    expect(problem.nextSteps?.map(({ action }) => action)).toEqual(['edit-question', 'add-evidence']);
    const settlements = 'select 1 from assay.settlements where run_id = $1';
    expect(await database.query({ name: 'settlements_of', text: settlements }, [id])).toEqual([]);
  });
});

describe('a contested test', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld({ workspace: { settings: LONG_TIMEOUT } });
  });
  afterAll(() => world?.end());

  const ORDERED = 'The result is ordered by name.';
  const FAILS_ORDER: Script = {
    sql: () => ALL,
    tests: () => [COUNTED, ORDERED],
    judge: (_, statement) => (statement === ORDERED ? 'no order' : null),
    tried: () => ({ decision: 'mistaken', reason: 'nobody asks for an order' }),
  };

  it('is tried before anything is decided by it, in one call; what is mistaken counts for nothing', async () => {
    const { record } = await world.play(FAILS_ORDER, { settings: { verdicts: 'weighed' } });
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    const tried = record.attempts[0]?.tests.filter(({ contested }) => contested !== null);
    expect(tried).toMatchObject([{ contested: { by: 'leader-fails', decision: 'mistaken' }, statement: ORDERED }]);
    expect(record.calls.filter(({ agent }) => agent === 'supervisor')).toHaveLength(1);
    expect(record.events.filter(({ type }) => type === 'test-tried')).toHaveLength(1);
  });

  it('is not tried if verdicts are final', async () => {
    const { record } = await world.play(FAILS_ORDER, { settings: { verdicts: 'final', maxLevel: 'BASIC' } });
    expect(record).toMatchObject({ status: 'FAILED', attempts: [{ case: 'D' }] });
    expect(record.attempts[0]?.tests.filter(({ contested }) => contested !== null)).toEqual([]);
    expect(record.calls.filter(({ agent }) => agent === 'supervisor')).toEqual([]);
  });
});
