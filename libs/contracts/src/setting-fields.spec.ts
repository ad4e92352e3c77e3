import { describe, expect, it } from '@jest/globals';
import { SETTING_FIELDS, settingAt, withSetting, type SettingField } from './setting-fields.js';
import { DEFAULT_SETTINGS, settingsSchema } from './settings.js';

const fieldOf = (path: string): SettingField => {
  const field = SETTING_FIELDS.find((each) => each.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return field;
};

describe('the fields of the settings', () => {
  it('are all settings but those of the API alone, and no path twice', () => {
    const names = new Set(SETTING_FIELDS.map(({ path }) => path.split('.')[0]));
    expect([...names, 'asker'].sort()).toEqual(Object.keys(settingsSchema.shape).sort());
    expect(new Set(SETTING_FIELDS.map(({ path }) => path)).size).toBe(SETTING_FIELDS.length);
  });

  it('have the kind and the bounds of the schema', () => {
    expect(fieldOf('sqlCandidates')).toMatchObject({ kind: 'number', min: 1, max: 50, integer: true, optional: false });
    expect(fieldOf('probe.seconds')).toMatchObject({ kind: 'number', min: 0.1, max: 60, integer: false });
    expect(fieldOf('quota.usdPerDay')).toMatchObject({ kind: 'number', min: 0, max: null, optional: true });
    expect(fieldOf('judge')).toMatchObject({ kind: 'choice', options: ['behaviour', 'text'] });
    expect(fieldOf('onFinish.url').kind).toBe('url');
    expect(fieldOf('sendRows').kind).toBe('flag');
    expect(fieldOf('allowFunctions').kind).toBe('names');
    expect(fieldOf('stragglers.endedShare')).toMatchObject({ optional: false, wholeOptional: true });
  });

  it('change a part of a setting and leave its others', () => {
    expect(withSetting(DEFAULT_SETTINGS, fieldOf('probe.seconds'), 5).probe).toEqual({ instances: 24, seconds: 5 });
    const { quota } = withSetting(DEFAULT_SETTINGS, fieldOf('quota.tokensPerDay'), 7);
    expect(quota).toEqual({ questionsPerDay: null, tokensPerDay: 7, usdPerDay: null });
  });

  it('make a setting null and something again where that is one of its values', () => {
    const field = fieldOf('stragglers.endedShare');
    const off = withSetting(DEFAULT_SETTINGS, field, null);
    expect(off.stragglers).toBeNull();
    expect(settingAt(off, field.path)).toBeUndefined();
    expect(withSetting(off, field, 0.5).stragglers).toEqual({ endedShare: 0.5, medianFactor: 3 });
  });

  it('switch a webhook by its url, and links by a flag of their own', () => {
    const called = withSetting(DEFAULT_SETTINGS, fieldOf('onFinish.url'), 'https://hooks.example/assay');
    expect(settingsSchema.parse(called).onFinish).toEqual({ url: 'https://hooks.example/assay', values: false });
    expect(withSetting(called, fieldOf('onFinish.url'), null).onFinish).toBeNull();
    const linked = withSetting(DEFAULT_SETTINGS, fieldOf('links'), true);
    expect(linked.links).toEqual({ frames: [] });
    expect(withSetting(linked, fieldOf('links'), false).links).toBeNull();
  });

  it('give settings that are taken, from values that are', () => {
    for (const field of SETTING_FIELDS) {
      const same = withSetting(DEFAULT_SETTINGS, field, settingAt(DEFAULT_SETTINGS, field.path));
      expect(settingsSchema.parse(same)).toEqual(DEFAULT_SETTINGS);
    }
  });
});
