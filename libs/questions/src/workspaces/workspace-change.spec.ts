import { describe, expect, it } from '@jest/globals';
import type { SettingsPatch } from '@assay/contracts';
import { changedColumns, keepsSnapshot } from './workspace-change.js';
import type { CheckedWorkspace } from './workspace-view.js';

const asker = { mode: 'variables' as const, claims: {}, roles: [], allowFunctions: [], allowExtensions: [] };

describe('a change of settings', () => {
  it.each<[SettingsPatch, SettingsPatch, boolean]>([
    [{}, { asker }, true],
    [{ sendRows: false }, { asker }, true],
    [{}, { sendRows: false }, true],
    [{ asker }, { asker }, false],
    [{ asker }, { asker: null }, false],
    [{}, { maxRows: 5 }, false],
  ])('from %j by %j drops the snapshot with the same update: %j', (settings, change, drops) => {
    const current = { settings, descriptions: {}, dialect: 'postgres' } as unknown as CheckedWorkspace;
    const dropped = { schemaHash: null, profileHash: null };
    const columns = changedColumns(current, { settings: change });
    expect(columns).toEqual({ settings: { ...settings, ...change }, ...(drops && dropped) });
  });

  it.each<[SettingsPatch, SettingsPatch, boolean]>([
    [{}, { maxRows: 5 }, true],
    [{ asker }, { asker: { ...asker, mode: 'role' } }, true],
    [{}, { asker }, false],
    [{ sendRows: false }, { asker }, false],
    [{}, { sendRows: false }, false],
  ])('from %j to %j keeps a snapshot that is being read: %j', (before, after, keeps) => {
    expect([keepsSnapshot(before, after), keepsSnapshot(after, before)]).toEqual([keeps, keeps]);
  });
});
