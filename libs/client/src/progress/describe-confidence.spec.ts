import { describe, expect, it } from '@jest/globals';
import { describeConfidence } from './describe-confidence.js';

describe('describeConfidence', () => {
  it.each([
    [0.515, 'guess', 'Little more than a guess: check it (51.5 %)'],
    [0.6, 'unsure', 'Not sure: check it (60 %)'],
    [0.913, 'likely', 'Probably right (91.3 %)'],
    [0.994, 'sure', 'Very probably right (99.4 %)'],
    [1, 'sure', 'Very probably right (100 %)'],
  ])('says of %d that it is %s', (confidence, degree, words) => {
    expect(describeConfidence(confidence)).toEqual({ degree, words });
  });

  it('says nothing where there is no confidence', () => {
    expect(describeConfidence(null)).toBeNull();
  });
});
