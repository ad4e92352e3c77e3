import { describe, expect, it } from '@jest/globals';
import {
  boundsOf,
  DEFAULT_SETTINGS,
  onFinishSchema,
  overrideSettings,
  PRESETS,
  resolveSettings,
  settingsSchema,
  type SettingsPatch,
} from './settings.js';

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

  const fieldsOf = (workspace: object, question: object): string[] =>
    overrideSettings(workspace, question).violations.map(({ field }) => field);

  it('raise the confidences of the workspace, and never lower them', () => {
    const workspace = { goldConfidence: 0.7, silverConfidence: 0.5 };
    expect(fieldsOf(workspace, { goldConfidence: 0.8, silverConfidence: 0.6 })).toEqual([]);
    expect(fieldsOf(workspace, { goldConfidence: 0.6, silverConfidence: 0.4 })).toEqual([
      'goldConfidence',
      'silverConfidence',
    ]);
  });

  it('send values to the receiver of the workspace alone', () => {
    const own = { url: 'https://one.example/hook', values: true };
    const other = 'https://two.example/hook';
    expect(fieldsOf({ onFinish: own }, { onFinish: own })).toEqual([]);
    const alike = onFinishSchema.parse({ url: 'HTTPS://One.example:443/hook', values: true });
    expect(fieldsOf({ onFinish: own }, { onFinish: alike })).toEqual([]);
    expect(fieldsOf({ onFinish: own }, { onFinish: { url: other } })).toEqual([]);
    expect(fieldsOf({ onFinish: own }, { onFinish: { url: other, values: true } })).toEqual(['onFinish']);
    expect(fieldsOf({}, { onFinish: own })).toEqual(['onFinish']);
  });

  it('tighten by what results, also where a preset says it', () => {
    expect(fieldsOf({ preset: 'seeds' }, { allowSilver: true })).toEqual(['allowSilver']);
    expect(fieldsOf({ preset: 'seeds' }, { verdicts: 'weighed' })).toEqual([]);
    expect(fieldsOf({}, { preset: 'seeds' })).toEqual([]);
  });

  it.each([
    [true, true, { sendRows: false }, false, []],
    [true, true, { sendRows: false, generatorTools: true }, true, ['generatorTools']],
    [true, false, { generatorTools: true }, true, []],
    [false, false, {}, false, []],
    [false, false, { generatorTools: true }, true, ['generatorTools']],
    [false, true, {}, true, []],
    [false, true, { generatorTools: false }, false, []],
  ])(
    'turn tools on for withheld rows only where the workspace does: sendRows %s, generatorTools %s, %j',
    (sendRows, generatorTools, patch, isOn, refused) => {
      const { settings, violations } = overrideSettings({ sendRows, generatorTools }, patch);
      expect(settings.generatorTools).toBe(isOn);
      expect(violations.map(({ field }) => field)).toEqual(refused);
    },
  );
});

describe('settings from layers', () => {
  it('are the defaults where nothing is set', () => {
    expect(resolveSettings()).toEqual(DEFAULT_SETTINGS);
    expect(resolveSettings({ preset: 'default' })).toEqual(DEFAULT_SETTINGS);
  });

  it('put a preset before the fields of its own layer, and after those of earlier layers', () => {
    const question = resolveSettings({ preset: 'seeds', effort: 'economical' }, {});
    expect(question).toMatchObject({ ...PRESETS.seeds, effort: 'economical', allowSilver: false });
    expect(resolveSettings({ effort: 'economical' }, { preset: 'seeds' }).effort).toBe('exhaustive');
    expect(resolveSettings({ preset: 'seeds' }, { judge: 'behaviour' })).toMatchObject({
      judge: 'behaviour',
      verdicts: 'final',
    });
  });

  it('allow SILVER unless set, where verdicts are weighed alone', () => {
    expect(resolveSettings({ verdicts: 'final' }).allowSilver).toBe(false);
    expect(resolveSettings({ verdicts: 'weighed' }).allowSilver).toBe(true);
    expect(resolveSettings({ verdicts: 'final', allowSilver: true }).allowSilver).toBe(true);
    expect(overrideSettings({}, { verdicts: 'final' }).settings.allowSilver).toBe(false);
    expect(overrideSettings({ allowSilver: false }, {}).settings.allowSilver).toBe(false);
  });

  it('escalate below the confidence of SILVER unless set', () => {
    expect(resolveSettings({ silverConfidence: 0.5 }).escalateBelow).toBe(0.5);
    expect(resolveSettings({ silverConfidence: 0.5 }, { escalateBelow: 0.8 }).escalateBelow).toBe(0.8);
  });

  it('reduce from 16 tests in waves, else from 10, and from the stated number always', () => {
    const leastOf = (...layers: SettingsPatch[]): number => resolveSettings(...layers).reduceTests.minTests;
    expect(leastOf()).toBe(16);
    expect([leastOf({ preset: 'seeds' }), leastOf({ effort: 'exhaustive' }), leastOf({ verdicts: 'final' })]).toEqual([
      10, 10, 10,
    ]);
    expect(leastOf({ reduceTests: { minBatches: 2, minTests: 10 } })).toBe(10);
    expect(leastOf({ reduceTests: { minBatches: 2, minTests: 10 } }, { effort: 'quick' })).toBe(10);
  });
});
