import { describe, expect, it } from '@jest/globals';
import type { QuestionStatus } from '@assay/contracts';
import { exitCodeOf } from './demonstration.js';

describe('the exit code of --once', () => {
  it.each<[QuestionStatus, number]>([
    ['GOLD', 0],
    ['SILVER', 0],
    ['FAILED', 2],
    ['ERROR', 1],
    ['CANCELLED', 1],
  ])('after %s is %d', (status, code) => {
    expect(exitCodeOf({ status })).toBe(code);
  });
});
