import { QUESTION_STATUSES, SEARCH_CHARACTERS, type Id, type QuestionStatus } from '../../index.js';
import { IsIn } from 'class-validator';
import { IsId } from '../checks/is-id.js';
import { IsText } from '../checks/is-text.js';
import { IsWorkspaceReference } from '../checks/is-workspace-reference.js';
import { Omissible } from '../checks/omissible.js';
import { PageQuery } from '../page-query.js';

export class QuestionsQuery extends PageQuery {
  @IsWorkspaceReference()
  @Omissible()
  workspace?: string;

  @IsIn(QUESTION_STATUSES)
  @Omissible()
  status?: QuestionStatus;

  /** Word prefixes; all must match. */
  @IsText({ max: SEARCH_CHARACTERS, filled: true })
  @Omissible()
  search?: string;

  @IsIn(['true', 'false'])
  @Omissible()
  saved?: 'true' | 'false';

  @IsId('question')
  @Omissible()
  follows?: Id;
}
