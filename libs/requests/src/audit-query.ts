import { IsText } from './checks/is-text.js';
import { MayBeLeftOut } from './checks/may-be-left-out.js';
import { PageQuery } from './page-query.js';

/** Query of `GET /v1/audit`. */
export class AuditQuery extends PageQuery {
  /** Id or name. */
  @IsText({ min: 1, max: 200 })
  @MayBeLeftOut()
  workspace?: string;
}
