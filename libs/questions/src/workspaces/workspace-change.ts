import { contradictions, resolveSettings, sharesValues, type Dialect, type SettingsPatch } from '@assay/contracts';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import { invalidFields, type WorkspaceUpdate } from '@assay/contracts/requests';
import type { CheckedWorkspace } from './workspace-view.js';

const ONLY_POSTGRES =
  'is for PostgreSQL alone: with other databases Assay cannot set and verify a person in the transaction of a statement';

/** @throws RequestProblem 422 for settings that exclude each other */
export function requireConsistent(settings: SettingsPatch, dialect: Dialect): void {
  const problems = contradictions(resolveSettings(settings));
  if (settings.asker && dialect !== 'postgres') problems.push({ field: 'asker', message: ONLY_POSTGRES });
  if (problems.length === 0) return;
  throw invalidFields(problems.map(({ field, message }) => ({ field: `settings.${field}`, message })));
}

export function changedColumns(current: CheckedWorkspace, request: WorkspaceUpdate): Partial<WorkspaceEntity> {
  const { name, directives, evidence, descriptions } = request;
  const settings = request.settings && { ...current.settings, ...request.settings };
  if (settings !== undefined) requireConsistent(settings, current.dialect);
  return {
    ...(name === undefined ? {} : { name }),
    ...(directives === undefined ? {} : { directives }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(settings === undefined ? {} : { settings }),
    // values of the old snapshot are withheld from the moment of the change
    ...(settings !== undefined && hides(current.settings, settings) ? { schemaHash: null, profileHash: null } : {}),
    ...(descriptions === undefined ? {} : { descriptions: mergeDescriptions(current.descriptions, descriptions) }),
  };
}

/** Whether a change hides what a snapshot may hold: values, or row counts of all people. */
export function hides(before: SettingsPatch, after: SettingsPatch): boolean {
  const [shown, hidden] = [resolveSettings(before), resolveSettings(after)];
  return (sharesValues(shown) && !sharesValues(hidden)) || (shown.asker === null && hidden.asker !== null);
}

/** Whether a snapshot that was read under one of two settings may be kept under the other. */
export function keepsSnapshot(one: SettingsPatch, other: SettingsPatch): boolean {
  return !hides(one, other) && !hides(other, one);
}

function mergeDescriptions(
  current: Record<string, string>,
  change: Record<string, string | null>,
): Record<string, string> {
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}
