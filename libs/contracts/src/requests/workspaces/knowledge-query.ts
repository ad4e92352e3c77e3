import { DOCUMENT_NAME_CHARACTERS } from '../../index.js';
import { IsIn } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';
import { RequestQuery } from '../request-query.js';

export class KnowledgeQuery extends RequestQuery {
  /** Default: the document's own, else its format's. */
  @IsText({ min: 1, max: DOCUMENT_NAME_CHARACTERS, filled: true })
  @Omissible()
  name?: string;

  /** `true`: reports what an import would change and stores nothing. `TOO_MANY_DOCUMENTS` is not checked. */
  @IsIn(['true', 'false'])
  @Omissible()
  dryRun?: 'true' | 'false';
}
