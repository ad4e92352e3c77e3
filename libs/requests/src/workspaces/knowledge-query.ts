import { DOCUMENT_NAME_CHARACTERS } from '@assay/contracts';
import { IsIn } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { RequestQuery } from '../request-query.js';

/** Query of `POST /v1/workspaces/:id/knowledge`. */
export class KnowledgeQuery extends RequestQuery {
  /** Default: the document's own; replaces the same name. */
  @IsText({ min: 1, max: DOCUMENT_NAME_CHARACTERS, filled: true })
  @MayBeLeftOut()
  name?: string;

  /** `true`: reports the result without importing. */
  @IsIn(['true', 'false'])
  @MayBeLeftOut()
  dryRun?: 'true' | 'false';
}
