import type { WorkspaceEntity } from '@assay/persistence/entities';
import type { WorkspaceUpdate } from '@assay/requests';
import type { CheckedWorkspace } from './workspace-view.js';

/** Columns changed by a request, without the connection; merges settings and descriptions. */
export function changedColumns(current: CheckedWorkspace, request: WorkspaceUpdate): Partial<WorkspaceEntity> {
  const { name, directives, evidence, settings, descriptions } = request;
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
