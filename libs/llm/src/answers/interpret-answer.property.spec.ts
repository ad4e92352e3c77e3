import { type AnswerContractName, answerContracts } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { interpretAnswer } from './interpret-answer.js';

const names = Object.keys(answerContracts) as AnswerContractName[];
const word = fc.constantFrom(
  'reasoning',
  'sql',
  'verdicts',
  'Verdicts',
  'test',
  'verdict',
  'reason',
  'winner',
  'confidence',
  'tests',
  'answer',
  'statement',
  'groups',
  'keep',
  'duplicates',
  'reviews',
  'severity',
  'refusal',
  'arguments',
  'choice',
);
const leaf = fc.oneof(
  fc.constantFrom('OK', 'ko', 'A', 'tie', '1', '#2', '80%', 'minor', '', null, true, 0.5, 3),
  fc.string(),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('interpretAnswer, for any answer', () => {
  it('gives a value of the contract or a violation with a message, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), value, fc.boolean(), fc.string(), (name, given, isNative, noise) => {
        const content = isNative ? noise : `${noise} ${JSON.stringify(given)} ${noise}`;
        const toolCalls = isNative ? [{ name, arguments: given }] : [];
        const reading = interpretAnswer(name, { content, toolCalls, refusal: null, finishReason: 'stop' });
        if (reading.ok) expect(answerContracts[name].safeParse(reading.value).success).toBe(true);
        else expect(reading.violation.message.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes every value of the contract as it is', () => {
    const judgement = fc.constantFrom('OK', 'KO');
    const answers = fc.record({
      reasoning: fc.string(),
      verdicts: fc.array(fc.record({ test: fc.integer({ min: 1 }), verdict: judgement, reason: fc.string() })),
    });
    fc.assert(
      fc.property(answers, (answer) => {
        const completion = { content: JSON.stringify(answer), toolCalls: [], refusal: null, finishReason: 'stop' };
        expect(interpretAnswer('verdicts', completion)).toMatchObject({ ok: true, value: answer, coercions: [] });
      }),
      { numRuns: 500 },
    );
  });
});
