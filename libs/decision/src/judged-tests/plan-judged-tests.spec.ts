import { describe, expect, it } from '@jest/globals';
import type { DedupableTest } from './dedupe-tests.js';
import { planJudgedTests } from './plan-judged-tests.js';

const test = (id: string, statement: string, evidenceCritical = false): DedupableTest => ({
  id,
  statement,
  evidenceCritical,
});
const delivered = [test('a', 'one'), test('b', 'ONE.', true), test('c', 'two'), test('d', 'three'), test('e', 'Two')];

describe('planJudgedTests', () => {
  it('numbers the kept tests from 1 in the order given', () => {
    const plan = planJudgedTests(delivered, null);
    expect(plan).toMatchObject({ before: 5, distinct: 3, reduced: false, keptAs: { b: 'a', e: 'c' } });
    expect(plan.numbered).toEqual([
      { id: 'a', number: 1, statement: 'one', evidenceCritical: true },
      { id: 'c', number: 2, statement: 'two', evidenceCritical: false },
      { id: 'd', number: 3, statement: 'three', evidenceCritical: false },
    ]);
  });

  it('lets a duplicate of a reduced test be stood for by the one that is kept in the end', () => {
    const plan = planJudgedTests(delivered, [
      { keep: 1, duplicates: [] },
      { keep: 3, duplicates: [2] },
    ]);
    expect(plan.numbered.map(({ id, number }) => ({ id, number }))).toEqual([
      { id: 'a', number: 1 },
      { id: 'd', number: 2 },
    ]);
    expect(plan.keptAs).toEqual({ b: 'a', c: 'd', e: 'd' });
  });

  it('keeps the unreduced list where the groups do not cover it', () => {
    expect(planJudgedTests(delivered, [{ keep: 1, duplicates: [2] }])).toMatchObject({ reduced: false, distinct: 3 });
  });
});
