import { QUESTION_STATUSES, SEARCH_CHARACTERS, type Id, type QuestionStatus } from '../../index.js';
import { IsIn } from 'class-validator';
import { IsId } from '../checks/is-id.js';
import { IsText } from '../checks/is-text.js';
import { IsWorkspaceReference } from '../checks/is-workspace-reference.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { PageQuery } from '../page-query.js';

export class QuestionsQuery extends PageQuery {
  @IsWorkspaceReference()
  @MayBeLeftOut()
  workspace?: string;

  @IsIn(QUESTION_STATUSES)
  @MayBeLeftOut()
  status?: QuestionStatus;

  /** Word prefixes; all must match. */
  @IsText({ max: SEARCH_CHARACTERS, filled: true })
  @MayBeLeftOut()
  search?: string;

  @IsIn(['true', 'false'])
  @MayBeLeftOut()
  saved?: 'true' | 'false';

  @IsId('question')
  @MayBeLeftOut()
  follows?: Id;
}
