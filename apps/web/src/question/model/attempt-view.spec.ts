import { describe, expect, it } from '@jest/globals';
import { decisive, isChanged, viewAttempt } from './attempt-view.js';
import { attempt, candidate, test, verdict } from './testing/attempt-fixture.js';

describe('the view of an attempt', () => {
  const view = viewAttempt(
    attempt({
      candidates: [
        candidate('a', { ordinal: 1, cluster: 'rare' }),
        candidate('b', { ordinal: 2, cluster: 'often' }),
        candidate('b again', { ordinal: 3, cluster: 'often', duplicateOf: 'b' }),
        candidate('broken', { ordinal: 4, valid: false, cluster: null }),
      ],
      tests: [test('second', 2), test('first', 1), test('gone', null, { keptAs: 'first' })],
      verdicts: [
        verdict('a', 'first', 'FAIL'),
        verdict('a', 'first', 'PASS', 'supervisor'),
        verdict('a', 'second', 'PASS'),
      ],
    }),
  );

  it('names distinct valid SQLs in their order, duplicates like the first, and others by their job', () => {
    expect(['a', 'b', 'b again', 'broken'].map((id) => view.nameOf(id))).toEqual([
      'SQL #1',
      'SQL #2',
      'SQL #2',
      'candidate 4',
    ]);
  });

  it('groups by result, what most returned first, duplicates counted', () => {
    expect(view.groups.map(({ name, candidates, distinct }) => [name, candidates.length, distinct.length])).toEqual([
      ['Result 1', 2, 1],
      ['Result 2', 1, 1],
    ]);
    expect(view.invalid.map(({ id }) => id)).toEqual(['broken']);
  });

  it('puts kept tests in order of their numbers, and those with a keeper aside', () => {
    expect(view.kept.map(({ id }) => id)).toEqual(['first', 'second']);
    expect(view.mergedTests.map(({ id }) => id)).toEqual(['gone']);
  });

  it('lets the supervisor decide, and keeps what the evaluator said', () => {
    const cell = view.cell('a', 'first');
    expect(cell?.evaluator?.verdict).toBe('FAIL');
    expect(decisive(cell)?.verdict).toBe('PASS');
    expect(cell && isChanged(cell)).toBe(true);
    expect(decisive(view.cell('a', 'second'))?.verdict).toBe('PASS');
    expect(view.cell('b', 'first')).toBeUndefined();
  });
});
