import { IsText } from '../checks/is-text.js';
import { RequestQuery } from '../request-query.js';

/** Query of `GET /v1/story-evaluations/:id/tts-schema.json`. */
export class NarrationQuery extends RequestQuery {
  @IsText({ min: 1, description: 'The candidate.' })
  label!: string;
}
