import { describe, expect, it } from '@jest/globals';
import { type Completion } from '../client/completion.js';
import { type ModelMessage } from '../client/model-request.js';
import { type AskPort, askByContract } from './ask-by-contract.js';

const good = '{"reasoning": "", "winner": "A", "confidence": 0.9}';
const messages: ModelMessage[] = [
  { role: 'system', content: 'Judge.' },
  { role: 'user', content: 'A or B?' },
];

function scripted(...answers: string[]): { port: AskPort; prompts: ModelMessage[][] } {
  const prompts: ModelMessage[][] = [];
  const port: AskPort = async (prompt, callIndex) => {
    prompts.push(prompt);
    const content = answers[callIndex] ?? null;
    return { content, toolCalls: [], refusal: null, finishReason: 'stop' } as unknown as Completion;
  };
  return { port, prompts };
}

describe('askByContract', () => {
  it('asks once where the answer is in form', async () => {
    const { port, prompts } = scripted(good);
    expect(await askByContract(port, { contract: 'choice', messages })).toMatchObject({
      status: 'answered',
      value: { winner: 'A' },
      reasks: 0,
    });
    expect(prompts).toEqual([messages]);
  });

  it('asks again naming the field, without the wrong answer in the prompt', async () => {
    const { port, prompts } = scripted('{"winner": "nobody", "confidence": 1}', good);
    const outcome = await askByContract(port, { contract: 'choice', messages });
    expect(outcome).toMatchObject({ status: 'answered', reasks: 1 });
    expect(prompts[1]?.[0]).toEqual(messages[0]);
    expect(prompts[1]?.[1]?.content).toMatch(/^A or B\?\n\n.*"winner" must be "A" or "B" or "tie"/s);
    expect(prompts[1]?.[1]?.content).not.toContain('confidence": 1');
  });

  it('says only what was wrong with the last answer', async () => {
    const { port, prompts } = scripted('{"winner": "X", "confidence": 1}', '{"winner": "A"}', good);
    await askByContract(port, { contract: 'choice', messages });
    expect(prompts[2]?.[1]?.content).toContain('"confidence" is missing');
    expect(prompts[2]?.[1]?.content).not.toContain('"winner" must');
  });

  it('gives up after the bound, with the last violation', async () => {
    const { port, prompts } = scripted('no', 'no', 'no', good);
    expect(await askByContract(port, { contract: 'choice', messages })).toMatchObject({
      status: 'never-in-form',
      violation: { code: 'no_answer' },
      reasks: 2,
    });
    expect(prompts).toHaveLength(3);
  });

  it('asks again where the caller finds fault', async () => {
    const { port } = scripted(good, '{"reasoning": "", "winner": "B", "confidence": 0.9}');
    const outcome = await askByContract(port, {
      contract: 'choice',
      messages,
      check: (value) => (value.winner === 'A' ? { code: 'invalid_field', message: 'Not A.', field: 'winner' } : null),
    });
    expect(outcome).toMatchObject({ status: 'answered', value: { winner: 'B' }, reasks: 1 });
  });

  it('reports every answer', async () => {
    const { port } = scripted('no', good);
    const reported: [number, boolean][] = [];
    await askByContract(port, {
      contract: 'choice',
      messages,
      onAnswer: (callIndex, _completion, reading) => reported.push([callIndex, reading.ok]),
    });
    expect(reported).toEqual([
      [0, false],
      [1, true],
    ]);
  });
});
