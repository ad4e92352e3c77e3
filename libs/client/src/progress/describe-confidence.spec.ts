import { describe, expect, it } from '@jest/globals';
import type { QuestionView } from '@assay/contracts';
import { describeConfidence } from './describe-confidence.js';

type Outcome = Parameters<typeof describeConfidence>[0];

function outcome(confidence: number | null, changes: Partial<Outcome> = {}): Outcome {
  return { status: 'GOLD', contested: null, confidence, ...changes };
}

describe('describeConfidence', () => {
  it.each([
    [0.4, 'guess', 'Passes every test, and is still more likely wrong than right: check it (40 %)'],
    [0.515, 'guess', 'Passes every test, and may still be wrong: check it (51.5 %)'],
    [0.6, 'unsure', 'Not sure: check it (60 %)'],
    [0.913, 'likely', 'Probably right (91.3 %)'],
    [0.994, 'sure', 'Very probably right (99.4 %)'],
    [1, 'sure', 'Very probably right (100 %)'],
  ])('says of a GOLD of %d that it is %s', (confidence, degree, words) => {
    expect(describeConfidence(outcome(confidence))).toEqual({ degree, words });
  });

  it('claims no passed tests of a SILVER', () => {
    expect(describeConfidence(outcome(0.55, { status: 'SILVER' }))?.words).toBe('May well be wrong: check it (55 %)');
  });

  it('says what an answer is contested by, however likely it is', () => {
    const contested: QuestionView['contested'] = { by: 'failed-tests', message: 'It fails 1 of 9 tests.' };
    expect(describeConfidence(outcome(0.97, { status: 'SILVER', contested }))).toEqual({
      degree: 'unsure',
      words: 'Contested by a test that it fails: check it (97 %)',
    });
  });

  it('says that a person approved a linked answer, unless its rows were replaced', () => {
    const approved = { degree: 'sure', words: 'Approved by a person' };
    expect(describeConfidence(outcome(1, { approved: true }))).toEqual(approved);
    expect(describeConfidence(outcome(null, { approved: true }))).toBeNull();
  });

  it('says nothing where there is no confidence', () => {
    expect(describeConfidence(outcome(null))).toBeNull();
  });
});
