import { describe, expect, it } from '@jest/globals';
import { newId, PermanentError, type CallRecord } from '@assay/contracts';
import type { BlockStore } from '@assay/work';
import { callDetail } from './call-detail.js';

const call = { id: newId(), agent: 'evaluator' } as CallRecord;

function blocksOf(texts: Record<string, string>): BlockStore {
  const text = async (_workspace: string, hash: string): Promise<string> => {
    const found = texts[hash];
    if (found === undefined) throw new PermanentError('BLOCK_MISSING', hash);
    return found;
  };
  return { text } as unknown as BlockStore;
}

describe('callDetail', () => {
  it('puts blocks back in their places', async () => {
    const request = { system: 's', parts: ['p', { text: ' two' }], tail: ' three', model: 'm', contract: 'choice' };
    const detail = await callDetail(blocksOf({ s: 'zero', p: 'one' }), newId(), {
      call,
      request,
      answer: {
        content: 'I say: {"reasoning": "why", "winner": "a", "confidence": "0.9"}',
        toolCalls: [],
        refusal: null,
        finishReason: 'stop',
      },
      raw: Buffer.from('{"é":1}'),
    });
    expect(detail).toEqual({
      ...call,
      request: {
        model: 'm',
        contract: 'choice',
        messages: [
          { role: 'system', content: 'zero' },
          { role: 'user', content: 'one two three' },
        ],
      },
      response: '{"é":1}',
      normalised: { reasoning: 'why', winner: 'A', confidence: 0.9 },
    });
  });

  it('says in its place that a block is not kept any more', async () => {
    const request = { system: 's', parts: ['gone'], tail: '' };
    const detail = await callDetail(blocksOf({ s: 'zero' }), newId(), { call, request, answer: null, raw: null });
    expect(JSON.stringify(detail.request)).toContain('[block gone is not kept any more]');
    expect(detail).toMatchObject({ response: null, normalised: null });
  });

  it('hands a request of another form on as it is', async () => {
    const detail = await callDetail(blocksOf({}), newId(), { call, request: { kind: 'x' }, answer: null, raw: null });
    expect(detail.request).toEqual({ kind: 'x' });
  });
});
