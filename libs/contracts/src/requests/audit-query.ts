import { IsWorkspaceReference } from './checks/is-workspace-reference.js';
import { Omissible } from './checks/omissible.js';
import { PageQuery } from './page-query.js';

export class AuditQuery extends PageQuery {
  @IsWorkspaceReference()
  @Omissible()
  workspace?: string;
}
