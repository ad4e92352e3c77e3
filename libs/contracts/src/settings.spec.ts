import { describe, expect, it } from '@jest/globals';
import { boundsOf, settingsSchema } from './settings.js';

describe('bounds of a setting', () => {
  const { sqlCandidates, maxTokens, maxCostUsd, sendRows } = settingsSchema.shape;

  it('are those that it is checked by', () => {
    const { min, max } = boundsOf(sqlCandidates);
    const isTaken = (value: number | null): boolean => sqlCandidates.safeParse(value).success;
    expect([min, max].map(isTaken)).toEqual([true, true]);
    expect([Number(min) - 1, Number(max) + 1].map(isTaken)).toEqual([false, false]);
  });

  it('are none where nothing but the kind of number bounds it', () => {
    expect(boundsOf(maxTokens)).toEqual({ min: 1, max: null });
    expect(boundsOf(maxCostUsd).max).toBeNull();
    expect(boundsOf(sendRows)).toEqual({ min: null, max: null });
  });
});
