import { isId, type Id } from '@assay/contracts';
import { Check, expected } from '../checks/check.js';
import { RequestQuery } from '../request-query.js';

/** What a job `like`, `cancel` or `record` brings. */
export class QuestionJob extends RequestQuery {
  /** Id of the question. */
  @Check('isQuestionId', { find: (value) => expected(isId(value), 'must be the id of a question') })
  question!: Id;
}
