import { describe, expect, it } from '@jest/globals';
import type { ExaminedText } from '../pool/examined-question.js';
import { chooseText } from './choose-text.js';

function text(sql: string, complexity: number, votes: number): ExaminedText {
  const systems = Array.from({ length: votes }, (_, index) => `${sql} ${index}`);
  return { id: sql, sql, systems, complexity, cluster: 0, columns: ['x'] };
}

const SIMPLE = text('simple', 1, 2);
const USUAL = text('usual', 6, 2);
const LONG = text('long', 20, 2);
const RARE = text('rare', 5, 1);
const ALL = [SIMPLE, LONG, USUAL, RARE];

describe('the representative text', () => {
  it('is the simplest, or the most frequent and then the simplest', () => {
    expect(chooseText(ALL, 'simplest')).toBe(SIMPLE);
    expect(chooseText([SIMPLE, text('most', 30, 3)], 'frequent')?.sql).toBe('most');
    expect(chooseText(ALL, 'frequent')).toBe(SIMPLE);
  });

  it('is, where it has to be typical, of the most frequent ones the one about as complex as all of them', () => {
    expect(chooseText(ALL, 'typical')).toBe(USUAL);
    expect(chooseText([SIMPLE, LONG], 'typical', [...ALL, text('longer', 19, 9)])).toBe(LONG);
    expect(chooseText([text('most', 30, 3), ...ALL], 'typical')?.sql).toBe('most');
  });

  it('does not exist where there is none', () => {
    expect(chooseText([], 'typical')).toBeNull();
  });
});
