import type { Id } from '../../index.js';
import { IsId } from '../checks/is-id.js';
import { RequestQuery } from '../request-query.js';

export class QuestionJob extends RequestQuery {
  @IsId('question')
  question!: Id;
}
