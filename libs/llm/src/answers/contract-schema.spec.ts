import { type AnswerContractName, answerContracts } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { describeShape } from '../client/describe-shape.js';
import { permitsStrict } from '../client/strict-schema.js';
import { askedContract, responseContract } from './contract-schema.js';

const names = Object.keys(answerContracts) as AnswerContractName[];

describe('responseContract', () => {
  it.each(names)('%s: carries its name, describes every field, and is made once', (name) => {
    const contract = responseContract(name);
    expect(contract.name).toBe(name);
    expect(Object.keys(contract.schema.properties as object)).toEqual(Object.keys(answerContracts[name].shape));
    expect(contract.schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(responseContract(name)).toBe(contract);
  });

  it.each(names)('%s: may be sent strictly, unless a field is optional', (name) => {
    expect(permitsStrict(responseContract(name).schema)).toBe(name !== 'sql_candidate');
  });

  it.each(names)('%s: is asked for strictly, with the fields of each kind of item', (name) => {
    const { schema } = askedContract(name);
    expect(permitsStrict(schema)).toBe(name !== 'sql_candidate');
    expect(describeShape(askedContract(name)).length).toBeGreaterThan(0);
  });

  it('asks for no field that says nothing', () => {
    const tests = (askedContract('test_suite').schema.properties as Record<string, { items: { anyOf: object[] } }>)
      .tests;
    expect(tests?.items.anyOf).toMatchObject([
      { required: ['statement'], additionalProperties: false },
      { required: ['statement', 'evidenceCritical'] },
      { required: ['statement', 'alternatives'] },
    ]);
  });

  it('says nothing of the bounds of safe integers', () => {
    expect(JSON.stringify(names.map((name) => responseContract(name).schema))).not.toContain('9007199254740991');
  });
});

describe('describeShape', () => {
  it('writes a contract out for a model that is given no schema', () => {
    expect(describeShape(responseContract('choice'))).toBe(
      [
        'Answer with one JSON object ("choice") of exactly this shape, and nothing before or after it:',
        '{',
        '  "reasoning": string,   // Your reasoning, before the answer itself.',
        '  "winner": "A" | "B" | "tie",',
        '  "confidence": number (0 to 1),',
        '}',
      ].join('\n'),
    );
  });

  it('marks what is optional and shows what lists hold', () => {
    expect(describeShape(responseContract('sql_candidate'))).toContain('"refusal": string,   // optional; Why');
    expect(describeShape(responseContract('reduced_tests'))).toContain('"duplicates": [ integer (at least 1), … ],');
  });
});
