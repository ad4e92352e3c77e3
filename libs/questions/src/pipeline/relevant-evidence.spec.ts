import { describe, expect, it } from '@jest/globals';
import { relevantEvidence } from './relevant-evidence.js';

const NOTES = [
  'Revenue is quantity times price, without tax.',
  'A customer is active when something was ordered within a year.',
  'Ratings go from 1 to 5; reviews below 2 are hidden.',
  'The warehouse of Turin closed in 2021.',
  'Discontinued books cannot be ordered.',
];
const LIMITS = { top: 3, threshold: 0 };

describe('relevantEvidence', () => {
  it('shows the most relevant of many notes, in the workspace’s order', () => {
    const shown = relevantEvidence('Which books that were discontinued have the best rating?', [], NOTES, LIMITS);
    expect(shown).toHaveLength(3);
    expect(shown).toContain(NOTES[2]);
    expect(shown).toContain(NOTES[4]);
    expect(shown.map((note) => NOTES.indexOf(note))).toEqual([...shown.map((note) => NOTES.indexOf(note))].sort());
  });

  it('shows all of a few notes: general ones share no word with any question', () => {
    expect(relevantEvidence('Revenue by month', [], NOTES.slice(3), LIMITS)).toEqual(NOTES.slice(3));
  });

  it('leaves out what is below a threshold', () => {
    expect(relevantEvidence('Which warehouse closed?', [], NOTES, { top: 3, threshold: 0.2 })).toEqual([NOTES[3]]);
  });

  it('always shows the question’s own notes, once, however many', () => {
    const own = ['One.', 'Two.', 'Three.', 'Four.', 'One.', NOTES[0] ?? ''];
    expect(relevantEvidence('x', own, NOTES, { top: 0, threshold: 0 })).toEqual([
      'One.',
      'Two.',
      'Three.',
      'Four.',
      NOTES[0],
    ]);
  });
});
