import { RUN_STATUSES, type QuestionStatus } from '@assay/contracts';
import { IsIn } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { PageQuery } from '../page-query.js';

const STATUSES = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');

/** Query of `GET /v1/questions`. */
export class QuestionsQuery extends PageQuery {
  /** Id or name. */
  @IsText({ min: 1, max: 200 })
  @MayBeLeftOut()
  workspace?: string;

  @IsIn(STATUSES)
  @MayBeLeftOut()
  status?: QuestionStatus;
}
