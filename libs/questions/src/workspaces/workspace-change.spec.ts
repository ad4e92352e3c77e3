import { describe, expect, it } from '@jest/globals';
import type { SettingsPatch } from '@assay/contracts';
import { changedColumns } from './workspace-change.js';
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
});
