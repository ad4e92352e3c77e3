import { describe, expect, it } from '@jest/globals';
import { parserDifferences, promptDifferences, type JournaledCall } from './call-replay.js';

const answer = { reasoning: 'counted', sql: 'SELECT 1' };

function callOf(content: string, more: Partial<JournaledCall> = {}): JournaledCall {
  const body = { choices: [{ message: { content }, finish_reason: 'stop' }], model: 'small' };
  return {
    id: 'call',
    task: 'task-1',
    ordinal: 2,
    agent: 'generator',
    model: 'small',
    promptHash: 'then',
    parser: 'json',
    repaired: false,
    flags: [],
    request: { contract: 'sql_candidate' },
    answer: { content, toolCalls: [], refusal: null, finishReason: 'stop', read: { value: answer } },
    raw: Buffer.from(JSON.stringify(body)),
    ...more,
  };
}

/** As the reading of today has it, whatever the parser is called. */
function asReadToday(call: JournaledCall): JournaledCall {
  const found = parserDifferences({ ...call, parser: 'not one' }).find(({ at }) => at.endsWith('parser'));
  const [parser, repaired, flags] = found?.replayed as [string, boolean, string[]];
  return { ...call, parser, repaired, flags };
}

describe('the replay of calls', () => {
  const call = asReadToday(callOf(JSON.stringify(answer)));

  it('finds nothing where the answer is read as it was', () => {
    expect(parserDifferences(call)).toEqual([]);
    expect(promptDifferences(call, () => 'then')).toEqual([]);
  });

  it('names the call whose prompts have changed, and leaves agents without templates alone', () => {
    expect(promptDifferences(call, () => 'today')).toEqual([
      { kind: 'prompt', at: 'generator, task task-1, call 2', recorded: 'then', replayed: 'today' },
    ]);
    expect(promptDifferences(call, () => null)).toEqual([]);
  });

  it('tells bytes that are not what the task was given', () => {
    const other = callOf(JSON.stringify({ ...answer, sql: 'SELECT 2' }));
    const found = parserDifferences({ ...call, raw: other.raw });
    expect(found.map(({ at }) => at)).toEqual([
      'generator, task task-1, call 2, response',
      'generator, task task-1, call 2, answer',
    ]);
    expect(found[1]).toMatchObject({
      kind: 'parser',
      recorded: { value: answer },
      replayed: { value: { ...answer, sql: 'SELECT 2' } },
    });
  });

  it('tells an answer that was not accepted then and is now', () => {
    const refused = { ...(call.answer as object), read: { violation: 'no_answer' } };
    expect(parserDifferences({ ...call, answer: refused })).toMatchObject([
      { recorded: { violation: 'no_answer' }, replayed: { value: answer } },
    ]);
  });

  it('tells a response that cannot be read any more', () => {
    expect(parserDifferences({ ...call, raw: Buffer.from('<html>') })).toMatchObject([
      { kind: 'parser', replayed: { error: { code: 'MODEL_BAD_RESPONSE' } } },
    ]);
  });

  it('reads verdicts in words about the tests that they were given about', () => {
    const verdicts = [
      { test: 2, verdict: 'OK', reason: '' },
      { test: 4, verdict: 'KO', reason: 'too few' },
    ];
    const text = 'SQL #1: OK, KO - too few';
    const inWords = asReadToday({
      ...callOf(text),
      agent: 'evaluator',
      request: { contract: 'verdicts' },
      answer: {
        content: text,
        toolCalls: [],
        refusal: null,
        finishReason: 'stop',
        read: { value: { reasoning: '', verdicts } },
      },
    });
    expect(inWords.parser).toBe('text');
    expect(parserDifferences(inWords)).toEqual([]);
  });

  it('says nothing of bodies that are not kept any more', () => {
    expect(parserDifferences({ ...call, raw: null, answer: null, request: null })).toEqual([]);
  });
});
