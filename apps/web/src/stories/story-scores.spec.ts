import { describe, expect, it } from '@jest/globals';
import { scoresOf } from './story-scores.js';

describe('the scores of an evaluation', () => {
  it('come with what was found wanting', () => {
    const answer = {
      action_score: 10,
      narrative_coherence_score: 7,
      narrative_coherence_defects: 'The lamp is lit twice.',
    };
    expect(scoresOf(answer)).toEqual([
      { dimension: 'action', score: '10', reason: null },
      { dimension: 'narrative coherence', score: '7', reason: 'The lamp is lit twice.' },
    ]);
  });

  it('are the fields of a format of its own, and none of what is no object', () => {
    expect(scoresOf({ mood: 'dark', beats: [1] })).toEqual([
      { dimension: 'mood', score: 'dark', reason: null },
      { dimension: 'beats', score: '[1]', reason: null },
    ]);
    expect(scoresOf(null)).toEqual([]);
  });
});
