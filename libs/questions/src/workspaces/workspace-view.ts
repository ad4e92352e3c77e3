import type { Privileges, WorkspaceView } from '@assay/contracts';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import { may, type Caller } from '@assay/contracts/requests';
import { effectiveSettings } from './connection.js';

/** A workspace whose database was checked, the only kind that is served. */
export type CheckedWorkspace = WorkspaceEntity & { privileges: Privileges };

/** Never with the url. */
function viewOf(workspace: CheckedWorkspace): WorkspaceView {
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
    tableCount: workspace.tableCount,
  };
}

/** As the caller may see it: evidence and directives belong to curation, the webhook to admins. */
export function viewFor(caller: Caller, workspace: CheckedWorkspace): WorkspaceView {
  const whole = viewOf(workspace);
  const settings = may(caller, 'operate', workspace.id) ? whole.settings : { ...whole.settings, onFinish: null };
  const view = { ...whole, settings };
  return may(caller, 'readCuration', workspace.id) ? view : { ...view, directives: null, evidence: [] };
}
