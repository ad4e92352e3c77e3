import { describe, expect, it } from '@jest/globals';
import { describeCase, describeReason } from './words.js';

describe('words', () => {
  it.each([
    ['A', 3, 'one of 3 SQLs passes every test'],
    ['B', 3, 'several of 3 SQLs pass every test'],
    ['C', 3, 'none of 3 SQLs passes every test, but some come close'],
    ['D', 3, 'none of 3 SQLs comes close'],
    ['D', 1, 'the only SQL does not come close'],
  ] as const)('says what case %s among %d SQLs means', (decided, judged, words) => {
    expect(describeCase(decided, judged)).toBe(words);
  });

  it.each([
    [3, 'none of 3 SQLs passes every test after review either'],
    [1, 'the only SQL does not pass every test after review either'],
  ])('does not say that none of %d SQLs comes close where a review rejected what did', (judged, words) => {
    expect(describeCase('D', judged, true)).toBe(words);
  });

  it('says why a level was left', () => {
    expect(describeReason('NO_SQL')).toBe('because the models refused or wrote no valid SQL');
    expect(describeReason('ALL_FAILED')).toBe('because no SQL passed');
  });
});
