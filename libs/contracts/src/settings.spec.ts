import { describe, expect, it } from '@jest/globals';
import { boundsOf, DEFAULT_SETTINGS, overrideSettings, settingsSchema } from './settings.js';

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

describe('settings of a question', () => {
  const violationsOf = (instances: number, seconds: number): unknown[] =>
    overrideSettings(DEFAULT_SETTINGS, { probe: { instances, seconds } }).violations.map(({ field }) => field);

  it('tighten what the workspace spends on generated databases, and never loosen it', () => {
    const { instances, seconds } = DEFAULT_SETTINGS.probe;
    expect(violationsOf(instances - 1, seconds / 2)).toEqual([]);
    expect(violationsOf(instances + 1, seconds)).toEqual(['probe']);
    expect(violationsOf(instances, seconds + 1)).toEqual(['probe']);
  });
});
