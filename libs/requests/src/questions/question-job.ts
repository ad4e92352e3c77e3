import type { Id } from '@assay/contracts';
import { IsId } from '../checks/is-id.js';
import { RequestQuery } from '../request-query.js';

/** Payload of a job `like`, `cancel` or `record`. */
export class QuestionJob extends RequestQuery {
  @IsId('question')
  question!: Id;
}
