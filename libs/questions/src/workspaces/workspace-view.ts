import type { Privileges, WorkspaceView } from '@assay/contracts';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import { effectiveSettings } from './connection.js';

/** A workspace whose database was checked: only those are served. */
export type CheckedWorkspace = WorkspaceEntity & { privileges: Privileges };

/** A workspace as it is served: never with its url. */
export function viewOf(workspace: CheckedWorkspace): WorkspaceView {
  const { id, name, dialect, directives, evidence, descriptions, settings, privileges, accept } = workspace;
  return {
    id,
    name,
    dialect,
    directives,
    evidence,
    settings: effectiveSettings(settings),
    privileges,
    accept,
    createdAt: workspace.createdAt.toISOString(),
    descriptions,
    schemaTakenAt: workspace.schemaTakenAt?.toISOString() ?? null,
  };
}
