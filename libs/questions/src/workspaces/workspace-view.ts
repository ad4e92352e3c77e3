import type { Privileges, WorkspaceView } from '@assay/contracts';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import { effectiveSettings } from './connection.js';

/** A checked workspace, the only kind that is served. */
export type CheckedWorkspace = WorkspaceEntity & { privileges: Privileges };

/** As served, without the url. */
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
