import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { levelOf, type AgentCall } from './harness/prompt-view.js';
import { GOOD_SQL, unanswered } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const failure = (status: number, message: string, headers: { [name: string]: string } = {}): object => ({
  status,
  headers,
  body: { error: { message, type: 'server_error' } },
});
const onlyFirst = (call: AgentCall, agent: string, reply: object | 'cut'): object | 'cut' | undefined =>
  call.agent === agent && call.turn === 0 ? reply : undefined;

describe('faults of the model', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  /** End of the models' last gate. */
  async function closedUntil(): Promise<string | null> {
    const [row] = await world.rows<{ until: string | null }>(
      'select max(closed_until)::text as until from assay.gates',
    );
    return row?.until ?? null;
  }

  describe('429', () => {
    it('is waited out as long as Retry-After says, and costs no attempt', async () => {
      const { record, calls } = await world.play({
        any: (call) => onlyFirst(call, 'evaluator', failure(429, 'slow down', { 'retry-after': '2' })),
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
      const [first, second] = calls.filter(({ agent }) => agent === 'evaluator');
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1990);
      expect(record.calls.filter(({ status }) => status === 'failed')).toMatchObject([
        { agent: 'evaluator', error: { code: 'MODEL_RATE_LIMITED' } },
      ]);
      expect(record.usage.modelCalls).toBe(calls.length - 1);
    });

    it('closes the model for every other task until then', async () => {
      const before = await closedUntil();
      let closedAt = 0;
      const limited = world.play({
        any: (call) => {
          const reply = onlyFirst(call, 'evaluator', failure(429, 'slow down', { 'retry-after': '6' }));
          if (reply !== undefined) closedAt = performance.now();
          return reply;
        },
      });
      await eventually(async () => (await closedUntil()) !== before);
      const other = await world.play();
      await limited;
      const early = other.calls.filter(({ at }) => at < closedAt + 5990);
      expect(early.map(({ agent }) => agent)).toEqual([]);
    });

    it('of every call more often than a task has attempts still ends in an answer', async () => {
      const { record } = await world.play({
        any: (call) =>
          call.agent === 'evaluator' && call.turn < 9 ? failure(429, 'slow down', { 'retry-after': '0' }) : undefined,
      });
      expect(record.status).toBe('GOLD');
    });
  });

  it('500 is tried again by every agent, and is on record', async () => {
    const { record, calls } = await world.play({
      any: (call) => (call.turn === 0 ? failure(500, 'something broke') : undefined),
    });
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    const failed = record.calls.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(calls.length / 2);
    expect(new Set(failed.map(({ agent }) => agent))).toEqual(new Set(['generator', 'test-generator', 'evaluator']));
    for (const { error } of failed) expect(error?.message).toBeTruthy();
    expect(record.usage.modelCalls).toBe(calls.length / 2);
  });

  it('a cut connection is tried again by every agent', async () => {
    const { record, calls } = await world.play({ any: (call) => (call.turn === 0 ? 'cut' : undefined) });
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    expect(record.usage.modelCalls).toBe(calls.length / 2);
  });

  it('an HTML page with status 200 is no answer', async () => {
    const { record } = await world.play({
      any: (call) =>
        call.turn === 0 && call.agent === 'evaluator'
          ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>welcome to the proxy</html>' }
          : undefined,
    });
    expect(record.status).toBe('GOLD');
    expect(record.calls.filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('one that stays away ends in ERROR with a code and a message, never in FAILED', async () => {
    const [down, broken, refusing] = await Promise.all([
      world.play({ any: () => 'cut' }),
      world.play({ any: () => failure(503, 'we are closed') }),
      world.play({ any: () => failure(401, 'invalid api key sk-scripted-for-tests') }),
    ]);
    for (const { record } of [down, broken, refusing]) {
      expect(record).toMatchObject({ status: 'ERROR', case: null, result: null, confidence: null });
      expect(record.error?.code).toMatch(/^MODEL_/);
      expect(record.error?.message.length).toBeGreaterThan(20);
      expect(record.usage.modelCalls).toBe(0);
    }
    expect(refusing.record.error?.message).not.toContain('sk-scripted-for-tests');
  });

  it('refuses a prompt: that costs one candidate, or one level, and not the question', async () => {
    const filtered = { status: 400, body: { error: { message: 'this prompt is filtered', type: 'content_filter' } } };
    const retried = await world.play(
      {
        any: ({ agent, turn }) => (agent === 'generator' && turn > 0 ? filtered : undefined),
        sql: ({ job }) => (job === 0 ? 'SELECT nothing FROM nowhere' : GOOD_SQL),
      },
      { settings: { sqlCandidates: 2 } },
    );
    expect(retried.record).toMatchObject({ status: 'GOLD', level: 'BASIC' });
    const invalid = retried.record.attempts[0]?.candidates.find(({ valid }) => !valid);
    expect(invalid).toMatchObject({ sql: 'SELECT nothing FROM nowhere' });
    expect(JSON.stringify(invalid)).toContain('this prompt is filtered');

    const escalated = await world.play({
      any: ({ agent, level }) => (agent === 'generator' && level === 'BASIC' ? filtered : undefined),
    });
    expect(escalated.record).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(escalated.record.attempts.map(({ reason }) => reason)).toEqual([null, 'TOO_LITTLE']);
  });

  describe('an answer that is not in form', () => {
    it('is asked for again', async () => {
      const { record, calls } = await world.play({
        any: (call) => (call.turn === 0 ? { text: 'I would rather talk about the weather.' } : undefined),
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
      expect(record.usage.modelCalls).toBe(calls.length);
    });

    it('is taken where it can be mended: fenced, with prose around and a trailing comma', async () => {
      const { record, calls } = await world.play({
        any: ({ agent }) =>
          agent === 'generator'
            ? { text: `Sure! Here it is:\n\`\`\`json\n{"reasoning": "because", "sql": "${GOOD_SQL}",}\n\`\`\`\nBye.` }
            : undefined,
      });
      expect(record.status).toBe('GOLD');
      expect(calls.filter(({ agent }) => agent === 'generator')).toHaveLength(3);
      const own = record.calls.filter(({ agent }) => agent === 'generator');
      expect(own.every(({ repaired }) => repaired)).toBe(true);
    });

    it('is taken where it comes in words: elements for a candidate, a line for verdicts', async () => {
      const { record, calls } = await world.play({
        any: ({ agent, tests }) =>
          agent === 'generator'
            ? { text: `<sql_candidate><reasoning>so</reasoning><sql>${GOOD_SQL}</sql></sql_candidate>` }
            : agent === 'evaluator'
              ? { text: `These are my verdicts:\nSQL #1: ${tests.map(() => 'OK').join(', ')}` }
              : undefined,
      });
      expect(record.status).toBe('GOLD');
      expect(record.usage.modelCalls).toBe(calls.length);
      const parserOf = (agent: string): unknown[] =>
        record.calls.filter((call) => call.agent === agent).map(({ parser }) => parser);
      expect(parserOf('generator')).toEqual(['tags', 'tags', 'tags']);
      expect(parserOf('evaluator')).toEqual(['text']);
    });

    it('from every generator for ever escalates, and ends in ERROR after the last level, never in FAILED', async () => {
      const { record } = await world.play({ any: ({ agent }) => (agent === 'generator' ? { text: 'no' } : undefined) });
      expect(record).toMatchObject({ status: 'ERROR', level: 'EXPERT', error: { code: 'ANSWER_NOT_IN_FORM' } });
      expect(record.attempts.map(({ reason }) => reason)).toEqual([null, 'TOO_LITTLE', 'TOO_LITTLE']);
    });

    it('from one generator alone costs that candidate only', async () => {
      const { record } = await world.play({
        any: ({ agent, job }) => (agent === 'generator' && job === 0 ? { text: 'no' } : undefined),
      });
      expect(record.status).toBe('GOLD');
      const [attempt] = record.attempts;
      expect(attempt?.candidates).toHaveLength(3);
      expect(attempt?.candidates.filter(({ valid }) => !valid)).toMatchObject([
        {
          sql: '',
          lastFailure: { category: 'VALIDATION_FAILED', message: expect.stringMatching(/gave no valid answer/) },
        },
      ]);
    });

    it('from a judge is asked for in other words, which most models can give', async () => {
      const { record, calls } = await world.play({
        any: ({ agent, tests, turn }) =>
          agent !== 'evaluator'
            ? undefined
            : turn < 3
              ? { text: 'It depends on what you mean by a customer.' }
              : { text: tests.map(({ number }) => `Test ${number}: OK - it holds`).join('\n') },
      });
      expect(record).toMatchObject({ status: 'GOLD', level: 'BASIC' });
      const judged = calls.filter(({ agent }) => agent === 'evaluator');
      expect(judged.at(-1)?.call.prompt).toContain('Test 1: OK - why it passes');
      expect(record.calls.filter(({ agent }) => agent === 'evaluator').at(-1)?.parser).toBe('text');
    });

    it('from one judge of two leaves its candidate undecided, and the next level answers', async () => {
      const other = 'SELECT count(*) + 1 AS customers FROM customer';
      const { record } = await world.play(
        {
          sql: ({ job }) => (job === 0 ? other : GOOD_SQL),
          any: (call) =>
            call.agent === 'evaluator' && levelOf(call.call) === 'BASIC' && call.candidates[0] === GOOD_SQL
              ? { text: 'I like this one.' }
              : undefined,
          judge: (sql) => (sql === other ? 'one too many' : null),
        },
        { settings: { sqlCandidates: 2 } },
      );
      expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED', result: { sqlList: [{ sql: GOOD_SQL }] } });
      expect(record.attempts.map(({ reason }) => reason)).toEqual([null, 'TOO_LITTLE']);
      expect(record.attempts[1]?.escalationContext?.failedSqls).toMatchObject([{ sql: other }]);
    });
  });

  it('a deadline ends the question in ERROR while the model still thinks', async () => {
    let release = (): void => undefined;
    const thinking = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const { record } = await world.play(
      { any: async (call) => (call.agent === 'evaluator' ? thinking : undefined) },
      { settings: { deadlineSeconds: 3 } },
    );
    release();
    expect(record).toMatchObject({ status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED' } });
  });

  describe('a budget', () => {
    it('of tokens that is spent ends the question in BUDGET_EXCEEDED', async () => {
      const { record, calls } = await world.play({}, { settings: { maxTokens: 100 } });
      expect(record).toMatchObject({ status: 'ERROR', error: { code: 'BUDGET_EXCEEDED' } });
      expect(calls.map(({ agent }) => agent)).not.toContain('evaluator');
    });

    it('of dollars that is spent ends the question in BUDGET_EXCEEDED', async () => {
      const { record } = await world.play({}, { settings: { maxCostUsd: 0.0001 } });
      expect(record).toMatchObject({ status: 'ERROR', error: { code: 'BUDGET_EXCEEDED' } });
    });

    it('that is large enough changes nothing', async () => {
      const { record } = await world.play({}, { settings: { maxTokens: 10_000_000, maxCostUsd: 1000 } });
      expect(record.status).toBe('GOLD');
    });
  });

  describe('cancel', () => {
    it('ends a question in mid-flight, and leaves its record whole', async () => {
      const asked = await world.ask({ any: (call) => (call.agent === 'evaluator' ? unanswered() : undefined) });
      await eventually(() => world.cast.callsOf(asked.id, 'evaluator').length > 0);
      expect(await world.api.post(`/v1/questions/${asked.id}/cancel`)).toMatchObject({
        status: 202,
        body: { id: asked.id },
      });
      const record = await world.recordOf(asked.id);
      expect(record).toMatchObject({ status: 'CANCELLED', result: null, error: null });
      expect(record.attempts[0]?.candidates).toHaveLength(3);
      const again = await world.api.post(`/v1/questions/${asked.id}/cancel`);
      expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_FINISHED' } });
    });

    it('of what has ended is refused', async () => {
      const { id } = await world.play();
      const reply = await world.api.post(`/v1/questions/${id}/cancel`);
      expect(reply).toMatchObject({ status: 409, body: { code: 'ALREADY_FINISHED' } });
    });
  });
});
