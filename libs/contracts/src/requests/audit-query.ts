import { IsWorkspaceReference } from './checks/is-workspace-reference.js';
import { MayBeLeftOut } from './checks/may-be-left-out.js';
import { PageQuery } from './page-query.js';

export class AuditQuery extends PageQuery {
  @IsWorkspaceReference()
  @MayBeLeftOut()
  workspace?: string;
}
