import { IsText } from '../checks/is-text.js';
import { RequestQuery } from '../request-query.js';

export class NarrationQuery extends RequestQuery {
  @IsText({ min: 1, description: 'The candidate.' })
  label!: string;
}
