import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemOf } from './harness/api-client.js';
import { createWorld, type World } from './harness/world.js';

/** A well-formed id of nothing. */
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

/** What is wrong with the body of a question, and the field that has to be named. */
const BAD_QUESTIONS: [string, object, string][] = [
  ['no workspace', { workspace: undefined }, 'workspace'],
  ['a workspace that is a number', { workspace: 7 }, 'workspace'],
  ['an empty workspace', { workspace: '' }, 'workspace'],
  ['no question', { question: undefined }, 'question'],
  ['an empty question', { question: '' }, 'question'],
  ['a blank question', { question: ' \n\t ' }, 'question'],
  ['a question that is null', { question: null }, 'question'],
  ['a question that is a list', { question: ['How many?'] }, 'question'],
  ['8001 characters', { question: 'x'.repeat(8001) }, 'question'],
  ['evidence that is a text', { evidence: 'one' }, 'evidence'],
  ['evidence with a number in it', { evidence: ['one', 2] }, 'evidence.1'],
  ['an unknown level', { level: 'GENIUS' }, 'level'],
  ['a level in lower case', { level: 'basic' }, 'level'],
  ['a level above maxLevel', { level: 'EXPERT', settings: { maxLevel: 'ADVANCED' } }, 'level'],
  ['a reply queue of another name', { replyTo: 'questions' }, 'replyTo'],
  ['a reply queue with capitals', { replyTo: 'replies-ME' }, 'replyTo'],
  ['a reply queue of 65 letters', { replyTo: `replies-${'a'.repeat(65)}` }, 'replyTo'],
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['settings that are a text', { settings: 'fast' }, 'settings'],
  ['an unknown setting', { settings: { sqlCandidate: 3 } }, 'settings.sqlCandidate'],
  ['no candidates', { settings: { sqlCandidates: 0 } }, 'settings.sqlCandidates'],
  ['51 candidates', { settings: { sqlCandidates: 51 } }, 'settings.sqlCandidates'],
  ['half a candidate', { settings: { sqlCandidates: 1.5 } }, 'settings.sqlCandidates'],
  ['candidates as a text', { settings: { sqlCandidates: '3' } }, 'settings.sqlCandidates'],
  ['no test batches', { settings: { testBatches: 0 } }, 'settings.testBatches'],
  ['101 test batches', { settings: { testBatches: 101 } }, 'settings.testBatches'],
  ['a threshold below 0', { settings: { passThreshold: -1 } }, 'settings.passThreshold'],
  ['a threshold above 100', { settings: { passThreshold: 100.5 } }, 'settings.passThreshold'],
  ['a switch that is a number', { settings: { bypassEvaluation: 1 } }, 'settings.bypassEvaluation'],
  ['a switch that is a text', { settings: { treatEmptyResultAsError: 'yes' } }, 'settings.treatEmptyResultAsError'],
  ['eleven retries', { settings: { candidateRetries: 11 } }, 'settings.candidateRetries'],
  ['less than no retries', { settings: { candidateRetries: -1 } }, 'settings.candidateRetries'],
  ['a confidence above 1', { settings: { selectionConfidence: 1.01 } }, 'settings.selectionConfidence'],
  ['a deadline of no seconds', { settings: { deadlineSeconds: 0 } }, 'settings.deadlineSeconds'],
  ['a budget of no tokens', { settings: { maxTokens: 0 } }, 'settings.maxTokens'],
  ['a budget below nothing', { settings: { maxCostUsd: -1 } }, 'settings.maxCostUsd'],
  ['a timeout of nothing', { settings: { statementTimeoutMs: 0 } }, 'settings.statementTimeoutMs'],
  ['no rows', { settings: { maxRows: 0 } }, 'settings.maxRows'],
  ['a seed below 0', { settings: { seed: -1 } }, 'settings.seed'],
  ['half a reduction', { settings: { reduceTests: { minTests: 'ten' } } }, 'settings.reduceTests.minTests'],
  ['an unknown field of reduction', { settings: { reduceTests: { often: true } } }, 'settings.reduceTests.often'],
];

/** Settings that a question may only tighten: what the workspace has, a looser and a tighter value. */
const TIGHTENED: [string, unknown, unknown, unknown][] = [
  ['sendRows', false, true, false],
  ['allowSilver', false, true, false],
  ['maxLevel', 'ADVANCED', 'EXPERT', 'BASIC'],
  ['statementTimeoutMs', 5000, 5001, 4000],
  ['maxRows', 100, 101, 99],
  ['maxTokens', 10_000_000, 10_000_001, 9_000_000],
  ['maxCostUsd', 50, 51, 49],
];

describe('bad input', () => {
  let world: World;
  let strict: string;
  beforeAll(async () => {
    world = await createWorld();
    strict = await world.createWorkspace({
      settings: Object.fromEntries(TIGHTENED.map(([setting, value]) => [setting, value])),
    });
  });
  afterAll(() => world?.end());

  describe('of POST /v1/questions', () => {
    it.each(BAD_QUESTIONS)('is refused by field: %s', async (_name, wrong, field) => {
      const body = { workspace: world.workspace, question: 'How many?', ...wrong };
      const reply = await world.api.post('/v1/questions', body);
      expect(reply.status).toBe(422);
      const problem = problemOf(reply);
      expect(problem.errors?.map((error) => error.field)).toEqual([field]);
    });

    it('names every wrong field at once', async () => {
      const reply = await world.api.post('/v1/questions', { question: '', level: 'X', settings: { maxRows: 0 }, x: 1 });
      expect(
        problemOf(reply)
          .errors?.map(({ field }) => field)
          .sort(),
      ).toEqual(['level', 'question', 'settings.maxRows', 'workspace', 'x']);
    });

    it.each(TIGHTENED)('may tighten %s of the workspace, not loosen it', async (setting, _value, looser, tighter) => {
      const ask = (value: unknown): ReturnType<typeof world.api.post> =>
        world.api.post('/v1/questions', { workspace: strict, question: 'How many?', settings: { [setting]: value } });
      const refused = await ask(looser);
      expect(refused.status).toBe(422);
      expect(problemOf(refused).errors).toMatchObject([{ field: `settings.${setting}` }]);
      expect((await ask(tighter)).status).toBe(202);
    });

    it('may not lift a budget that the workspace has', async () => {
      const reply = await world.api.post('/v1/questions', {
        workspace: strict,
        question: 'How many?',
        settings: { maxTokens: null },
      });
      expect(problemOf(reply).errors).toMatchObject([{ field: 'settings.maxTokens' }]);
    });

    it('takes 8000 characters, however many bytes they have', async () => {
      const question = '漢'.repeat(8000);
      expect(await world.api.post('/v1/questions', { workspace: world.workspace, question })).toMatchObject({
        status: 202,
      });
    });

    it.each([
      ['a name', 'no-such-workspace'],
      ['an id', NOBODY],
    ])('answers 404 for a workspace that does not exist, by %s', async (_name, workspace) => {
      const reply = await world.api.post('/v1/questions', { workspace, question: 'How many?' });
      expect(reply.status).toBe(404);
      problemOf(reply);
    });

    it('stores text that is hard to store', async () => {
      const question = 'NUL \u0000 and lone \ud800 surrogate, "quotes", \\ and 🦊?';
      const reply = await world.api.post<{ id: string }>('/v1/questions', { workspace: world.workspace, question });
      expect(reply.status).toBe(202);
      const record = await world.recordOf(reply.body.id);
      expect(record.status).toBe('GOLD');
      expect(record.question).toContain('🦊');
    });
  });

  describe('of any request', () => {
    it.each([
      ['no JSON', '{"workspace": '],
      ['a trailing comma', '{"workspace": "x",}'],
      ['nothing', ''],
    ])('with a body that is %s is 400', async (_name, raw) => {
      const reply = await world.api.send('POST', '/v1/questions', undefined, {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.status).toBe(400);
      problemOf(reply);
    });

    it.each([
      ['a list', '[]'],
      ['a text', '"hello"'],
      ['null', 'null'],
      ['a number', '7'],
    ])('with a body that is %s is 422', async (_name, raw) => {
      const reply = await world.api.send('POST', '/v1/questions', undefined, { raw });
      expect(reply.status).toBe(422);
      expect(problemOf(reply).errors?.length).toBeGreaterThan(0);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
      'sent as %s is 415',
      async (type) => {
        const body = JSON.stringify({ workspace: world.workspace, question: 'How many?' });
        const reply = await world.api.send('POST', '/v1/questions', undefined, {
          raw: body,
          headers: { 'content-type': type },
        });
        expect(reply.status).toBe(415);
        problemOf(reply);
      },
    );

    it('over 256 kB is 413', async () => {
      const body = { workspace: world.workspace, question: 'How many?', evidence: ['x'.repeat(257 * 1024)] };
      const reply = await world.api.post('/v1/questions', body);
      expect(reply.status).toBe(413);
      problemOf(reply);
    });

    it.each([
      ['GET', '/v1/questions/ID'],
      ['GET', '/v1/questions/ID/record'],
      ['GET', '/v1/questions/ID/events'],
      ['GET', '/v1/questions/ID/rows'],
      ['GET', '/v1/questions/ID/calls/ID'],
      ['POST', '/v1/questions/ID/like'],
      ['POST', '/v1/questions/ID/cancel'],
      ['POST', '/v1/questions/ID/replay'],
      ['GET', '/v1/workspaces/ID'],
      ['DELETE', '/v1/workspaces/ID'],
      ['GET', '/v1/workspaces/ID/schema'],
      ['GET', '/v1/workspaces/ID/gold-sqls'],
      ['DELETE', '/v1/workspaces/ID/gold-sqls/ID'],
      ['DELETE', '/v1/api-keys/ID'],
    ])('for an unknown or malformed id is 404: %s %s', async (method, path) => {
      for (const id of [NOBODY, 'not-an-id', '1', "'; drop table runs; --", '%00', '%E0%A4%A']) {
        const reply = await world.api.send(method, path.replaceAll('ID', encodeURI(id).replaceAll('%25', '%')));
        expect([method, id, reply.status]).toEqual([method, id, 404]);
        problemOf(reply);
      }
    });

    it('for an unknown path is 404', async () => {
      const reply = await world.api.get('/v1/nothing');
      expect(reply.status).toBe(404);
      problemOf(reply);
    });

    it('with a call of another question is 404', async () => {
      const [first, second] = [await world.play(), await world.play()];
      const call = first.record.calls[0]?.id;
      expect((await world.api.get(`/v1/questions/${first.id}/calls/${call}`)).status).toBe(200);
      expect((await world.api.get(`/v1/questions/${second.id}/calls/${call}`)).status).toBe(404);
    });

    it('with a cursor or status that is none is 422 by field', async () => {
      for (const [query, field] of [
        ['cursor=%00', 'cursor'],
        ['cursor=hello', 'cursor'],
        ['status=WONDERFUL', 'status'],
      ]) {
        const reply = await world.api.get(`/v1/questions?${query}`);
        expect(reply.status).toBe(422);
        expect(problemOf(reply).errors).toMatchObject([{ field }]);
      }
    });

    it('for rows with a bad page is 422 by field', async () => {
      const { id } = await world.play();
      for (const [query, field] of [
        ['offset=-1', 'offset'],
        ['limit=0', 'limit'],
        ['limit=many', 'limit'],
      ]) {
        const reply = await world.api.get(`/v1/questions/${id}/rows?${query}`);
        expect(reply.status).toBe(422);
        expect(problemOf(reply).errors).toMatchObject([{ field }]);
      }
    });
  });

  describe('of POST /v1/workspaces', () => {
    const create = (fields: object): ReturnType<typeof world.api.post> =>
      world.api.post('/v1/workspaces', {
        name: `ws-${process.hrtime.bigint()}`,
        database: { dialect: 'postgres', url: world.target.readerUrl },
        ...fields,
      });

    it.each<[string, object, string]>([
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['no database', { database: undefined }, 'database'],
      ['an unknown dialect', { database: { dialect: 'db2', url: 'db2://x/y' } }, 'database.dialect'],
      ['no url', { database: { dialect: 'postgres' } }, 'database.url'],
      ['a url that is none', { database: { dialect: 'postgres', url: 'nonsense' } }, 'database.url'],
      [
        'a url of another dialect',
        { database: { dialect: 'postgres', url: 'mysql://u:p@127.0.0.1/d' } },
        'database.url',
      ],
      ['directives that are a list', { directives: ['x'] }, 'directives'],
      ['evidence that is a text', { evidence: 'x' }, 'evidence'],
      ['an unknown setting', { settings: { speed: 11 } }, 'settings.speed'],
      ['an unknown field', { owner: 'me' }, 'owner'],
    ])('is refused by field: %s', async (_name, wrong, field) => {
      const reply = await create(wrong);
      expect(reply.status).toBe(422);
      expect(problemOf(reply).errors?.map((error) => error.field)).toEqual([field]);
    });

    it.each(['host=/tmp', 'options=-c%20x', 'sslrootcert=/etc/passwd', 'application_name=x'])(
      'refuses the url parameter %s by name',
      async (parameter) => {
        const url = `${world.target.readerUrl}?${parameter}`;
        const reply = await create({ database: { dialect: 'postgres', url } });
        expect(reply.status).toBe(422);
        const problem = problemOf(reply);
        expect(problem.errors).toMatchObject([{ field: 'database.url' }]);
        expect(JSON.stringify(problem)).toContain(parameter.split('=')[0]);
        expect(JSON.stringify(problem)).not.toContain('reads-only');
      },
    );

    it('says that a database cannot be reached, without credentials', async () => {
      const url = 'postgres://someone:hunter2hunter2@127.0.0.1:1/none';
      const reply = await create({ database: { dialect: 'postgres', url } });
      expect(reply.status).toBe(422);
      expect(problemOf(reply).code).toBe('DATABASE_UNREACHABLE');
      expect(JSON.stringify(reply.body)).not.toContain('hunter2');
    });

    it('says the same of a wrong password, and leaves nothing behind', async () => {
      const name = `half-done-${process.hrtime.bigint()}`;
      const url = world.target.readerUrl.replace('reads-only', 'wrong-password');
      const reply = await create({ name, database: { dialect: 'postgres', url } });
      expect([reply.status, problemOf(reply).code]).toEqual([422, 'DATABASE_UNREACHABLE']);
      expect(JSON.stringify(reply.body)).not.toContain('wrong-password');
      expect((await world.api.get(`/v1/workspaces/${name}`)).status).toBe(404);
      const list = await world.api.get<{ items: { name: string }[] }>('/v1/workspaces');
      expect(list.body.items.map((item) => item.name)).not.toContain(name);
    });

    it('refuses a role that may write, unless told to accept it', async () => {
      const database = { dialect: 'postgres', url: world.target.ownerUrl };
      const refused = await create({ database });
      expect([refused.status, problemOf(refused).code]).toEqual([422, 'ROLE_TOO_POWERFUL']);
      const accepted = await create({ database: { ...database, acceptPrivileged: true } });
      expect(accepted.status).toBe(201);
    });

    it('answers with the workspace and never with its url', async () => {
      const name = `plain-${process.hrtime.bigint()}`;
      const reply = await create({ name, settings: { sqlCandidates: 4 } });
      expect(reply).toMatchObject({ status: 201, body: { name, dialect: 'postgres', settings: { sqlCandidates: 4 } } });
      expect(JSON.stringify(reply.body)).not.toContain('reads-only');
      const taken = await create({ name });
      expect([taken.status, problemOf(taken).code]).toEqual([409, 'NAME_TAKEN']);
    });

    it('changes and deletes a workspace', async () => {
      const { id } = (await create({})).body as { id: string };
      const patched = await world.api.send('PATCH', `/v1/workspaces/${id}`, { settings: { passThreshold: 75 } });
      expect(patched).toMatchObject({ status: 200, body: { settings: { passThreshold: 75, sqlCandidates: 10 } } });
      const bad = await world.api.send('PATCH', `/v1/workspaces/${id}`, { settings: { passThreshold: 'x' } });
      expect([bad.status, problemOf(bad).errors?.[0]?.field]).toEqual([422, 'settings.passThreshold']);
      const asked = await world.ask({}, { workspace: id });
      await world.ended(asked.id);
      expect((await world.api.send('DELETE', `/v1/workspaces/${id}`)).status).toBe(204);
      expect((await world.api.get(`/v1/workspaces/${id}`)).status).toBe(404);
      expect((await world.api.get(`/v1/questions/${asked.id}`)).status).toBe(404);
    });

    it('refuses a gold SQL by field', async () => {
      const reply = await world.api.post(`/v1/workspaces/${world.workspace}/gold-sqls`, { question: '', sql: 7 });
      expect(reply.status).toBe(422);
      expect(
        problemOf(reply)
          .errors?.map(({ field }) => field)
          .sort(),
      ).toEqual(['question', 'sql']);
    });
  });

  describe('an idempotency key', () => {
    const key = (): { 'idempotency-key': string } => ({ 'idempotency-key': `key-${process.hrtime.bigint()}` });
    const body = (question: string): object => ({ workspace: world.workspace, question });

    it('gives the same question for the same body, in any order of fields', async () => {
      const headers = key();
      const first = await world.api.post<{ id: string }>('/v1/questions', body('How many?'), headers);
      const again = await world.api.post<{ id: string }>(
        '/v1/questions',
        { question: 'How many?', workspace: world.workspace },
        headers,
      );
      expect([first.status, again.status]).toEqual([202, 202]);
      expect(again.body.id).toBe(first.body.id);
    });

    it('conflicts with another body', async () => {
      const headers = key();
      await world.api.post('/v1/questions', body('How many?'), headers);
      const other = await world.api.post('/v1/questions', body('How much?'), headers);
      expect(other.status).toBe(409);
      problemOf(other);
    });

    it('wins a race once', async () => {
      const headers = key();
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => world.api.post<{ id: string }>('/v1/questions', body('How many?'), headers)),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
      expect(new Set(replies.map(({ body: accepted }) => accepted.id)).size).toBe(1);
    });

    it('lets one body win a race of several', async () => {
      const headers = key();
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          world.api.post<{ id: string }>('/v1/questions', body(`How many, ${index % 3}?`), headers),
        ),
      );
      const won = replies.filter(({ status }) => status === 202);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(8);
      expect(won).toHaveLength(4);
      expect(new Set(won.map(({ body: accepted }) => accepted.id)).size).toBe(1);
    });

    it('that is too long is refused by name', async () => {
      const reply = await world.api.post('/v1/questions', body('How many?'), { 'idempotency-key': 'x'.repeat(300) });
      expect(reply.status).toBe(422);
      expect(problemOf(reply).errors).toMatchObject([{ field: 'Idempotency-Key' }]);
    });

    it('is not used up by a body that is refused', async () => {
      const headers = key();
      expect((await world.api.post('/v1/questions', body(''), headers)).status).toBe(422);
      expect((await world.api.post('/v1/questions', body('How many?'), headers)).status).toBe(202);
    });
  });

  it('of a web page of another site is not served without keys', async () => {
    const headers = { origin: 'https://evil.example' };
    const reply = await world.api.post('/v1/questions', { workspace: world.workspace, question: 'x' }, headers);
    expect(reply.status).toBe(403);
    problemOf(reply);
  });
});
