import { describe, expect, it } from '@jest/globals';
import { dedupeTests, type DedupableTest } from './dedupe-tests.js';
import { planJudgedTests } from './plan-judged-tests.js';
import { readTests } from './read-tests.js';

const ONE = { id: 'one', meaning: 'One of them is enough.' };
const ALL = { id: 'all', meaning: 'Each of them is listed.' };
const plain = { statement: 'Ties are listed.', evidenceCritical: false };

const demand = (id: string, statement = 'Ties are listed.'): DedupableTest => ({ ...plain, id, statement });
const open = (id: string, statement = 'Are ties wanted?'): DedupableTest => ({
  ...plain,
  id,
  statement,
  alternatives: [ONE, ALL],
});

describe('a written test', () => {
  it('is a requirement, whatever it lists, where it says so or is evidence-critical', () => {
    expect(
      readTests([
        { ...plain, kind: 'requirement', alternatives: [ONE, ALL] },
        { ...plain, evidenceCritical: true, kind: 'reading', alternatives: [ONE, ALL] },
      ]),
    ).toEqual([plain, { ...plain, evidenceCritical: true }]);
  });

  it('is left out where it is a reading with less than two meanings', () => {
    const same = { id: 'other', meaning: ' one of them is ENOUGH. ' };
    expect(readTests([{ ...plain, kind: 'reading', alternatives: [ONE, same] }])).toEqual([]);
  });

  it('keeps ids that are fit, and gives letters to the others', () => {
    const given = [
      ONE,
      { id: 'one', meaning: 'Two.' },
      { id: 'all that are tied', meaning: 'All.' },
      { id: '', meaning: '' },
    ];
    expect(readTests([{ ...plain, kind: 'reading', alternatives: given }])).toEqual([
      {
        ...plain,
        alternatives: [ONE, { id: 'b', meaning: 'Two.' }, { id: 'c', meaning: 'All.' }],
      },
    ]);
  });
});

describe('tests that are merged', () => {
  it('stay what they are where they are of one kind', () => {
    expect(dedupeTests([open('a'), open('b')]).kept).toEqual([open('a')]);
    expect(dedupeTests([demand('a'), demand('b')]).kept).toEqual([demand('a')]);
  });

  it('are a requirement with its kind in doubt where their texts are the same', () => {
    const { kept } = dedupeTests([open('a', 'Ties.'), demand('b', 'ties')]);
    expect(kept).toEqual([{ ...demand('a', 'Ties.'), openTo: [ONE, ALL] }]);
  });

  it('are stood for by a requirement where the reducer puts both kinds together', () => {
    const plan = planJudgedTests(
      [open('a'), demand('b'), demand('c', 'Other.')],
      [
        { keep: 1, duplicates: [2] },
        { keep: 3, duplicates: [] },
      ],
    );
    expect(plan.numbered).toEqual([
      { ...demand('b'), number: 1, openTo: [ONE, ALL] },
      { ...demand('c', 'Other.'), number: 2 },
    ]);
    expect(plan.keptAs).toEqual({ a: 'b' });
  });

  it('are not in doubt where evidence decides', () => {
    const critical = { ...demand('b'), evidenceCritical: true };
    const plan = planJudgedTests([critical, open('a')], [{ keep: 1, duplicates: [2] }]);
    expect(plan.numbered).toEqual([{ ...critical, number: 1 }]);
  });
});
