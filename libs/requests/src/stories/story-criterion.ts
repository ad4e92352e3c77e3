import { IsText } from '../checks/is-text.js';

/** What stories are judged by. */
export class StoryCriterion {
  @IsText({ max: 200, filled: true })
  name!: string;

  @IsText({ max: 2000 })
  description!: string;
}
