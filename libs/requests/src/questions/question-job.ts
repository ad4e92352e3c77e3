import type { Id } from '@assay/contracts';
import { IsId } from '../checks/is-id.js';
import { RequestQuery } from '../request-query.js';

/** What a job `like`, `cancel` or `record` brings. */
export class QuestionJob extends RequestQuery {
  /** Id of the question. */
  @IsId('question')
  question!: Id;
}
