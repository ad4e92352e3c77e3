import { contradictions, resolveSettings, type SettingsPatch } from '@assay/contracts';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import { invalidFields, type WorkspaceUpdate } from '@assay/requests';
import type { CheckedWorkspace } from './workspace-view.js';

/** @throws RequestProblem 422 for settings that exclude each other */
export function requireConsistent(settings: SettingsPatch): void {
  const problems = contradictions(resolveSettings(settings));
  if (problems.length === 0) return;
  throw invalidFields(problems.map(({ field, message }) => ({ field: `settings.${field}`, message })));
}

/** Columns changed by a request, without the connection; merges settings and descriptions. */
export function changedColumns(current: CheckedWorkspace, request: WorkspaceUpdate): Partial<WorkspaceEntity> {
  const { name, directives, evidence, settings, descriptions } = request;
  if (settings !== undefined) requireConsistent({ ...current.settings, ...settings });
  return {
    ...(name === undefined ? {} : { name }),
    ...(directives === undefined ? {} : { directives }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(settings === undefined ? {} : { settings: { ...current.settings, ...settings } }),
    ...(descriptions === undefined ? {} : { descriptions: mergeDescriptions(current.descriptions, descriptions) }),
  };
}

function mergeDescriptions(
  current: Record<string, string>,
  change: Record<string, string | null>,
): Record<string, string> {
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}
