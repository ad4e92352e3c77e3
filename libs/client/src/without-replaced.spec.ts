import { expect, it } from '@jest/globals';
import { withoutReplaced } from '@assay/contracts';
import { sampleQuestion } from './testing/index.js';

const judged = sampleQuestion({
  status: 'SILVER',
  silver: { why: 'failed-tests', message: 'It fails 1 of 2 tests.' },
  confidence: 0.4,
  contested: { by: 'failed-tests', message: 'It fails.' },
  summary: 'Counts orders.',
});

it('leaves answers that nobody corrected as they are', () => {
  expect(withoutReplaced(judged)).toBe(judged);
});

it('keeps no verdict on SQL that a person replaced', () => {
  const { silver: _, ...kept } = judged;
  const shown = withoutReplaced({ ...judged, correctedSql: 'SELECT 2' });
  expect(shown).toEqual({ ...kept, correctedSql: 'SELECT 2', confidence: null, contested: null, summary: null });
});
