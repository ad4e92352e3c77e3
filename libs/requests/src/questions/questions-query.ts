import { QUESTION_STATUSES, SEARCH_CHARACTERS, type Id, type QuestionStatus } from '@assay/contracts';
import { IsIn } from 'class-validator';
import { IsId } from '../checks/is-id.js';
import { IsText } from '../checks/is-text.js';
import { IsWorkspaceReference } from '../checks/is-workspace-reference.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { PageQuery } from '../page-query.js';

/** Query of `GET /v1/questions`. */
export class QuestionsQuery extends PageQuery {
  /** Id or name. */
  @IsWorkspaceReference()
  @MayBeLeftOut()
  workspace?: string;

  @IsIn(QUESTION_STATUSES)
  @MayBeLeftOut()
  status?: QuestionStatus;

  /** Beginnings of words of the question or of its name; all of them must be there. */
  @IsText({ max: SEARCH_CHARACTERS, filled: true })
  @MayBeLeftOut()
  search?: string;

  /** `true`: only those that are saved under a name. */
  @IsIn(['true', 'false'])
  @MayBeLeftOut()
  saved?: 'true' | 'false';

  /** Id of a question: only those that were asked as follow-ups of it. */
  @IsId('question')
  @MayBeLeftOut()
  follows?: Id;
}
