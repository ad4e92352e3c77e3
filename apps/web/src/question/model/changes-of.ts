import { nameLevel } from '@assay/client';
import type { AskedRequest, SettingsPatch } from '@assay/contracts';
import { SETTING_GROUPS } from '../../workspaces/settings/setting-words.js';

export function changesOf(before: AskedRequest, now: AskedRequest): string[] {
  const without = (evidence: string[], known: string[]): string[] => evidence.filter((text) => !known.includes(text));
  return [
    ...(before.question === now.question ? [] : [`The question, which was “${before.question}”`]),
    ...without(now.evidence, before.evidence).map((text) => `Evidence added: “${text}”`),
    ...without(before.evidence, now.evidence).map((text) => `Evidence left out: “${text}”`),
    ...(before.level === now.level
      ? []
      : [`${nameLevel(now.level)} models instead of ${nameLevel(before.level).toLowerCase()} ones`]),
    ...settingChanges(before.settings, now.settings),
  ];
}

/** Earlier releases stored no sent settings. */
function settingChanges(before: SettingsPatch | undefined, now: SettingsPatch | undefined): string[] {
  if (before === undefined || now === undefined) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])] as (keyof SettingsPatch)[];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => `${labelOf(name)}: ${valueText(now[name])} instead of ${valueText(before[name])}`);
}

function labelOf(name: string): string {
  return SETTING_GROUPS.map(({ settings }) => settings[name]?.label).find((label) => label !== undefined) ?? name;
}

function valueText(value: unknown): string {
  if (value === undefined) return 'the workspace’s';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
