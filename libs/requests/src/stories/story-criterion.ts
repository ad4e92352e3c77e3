import { IsText } from '../checks/is-text.js';
import { IsStoryName } from './is-story-name.js';

/** What stories are judged by. */
export class StoryCriterion {
  @IsStoryName()
  name!: string;

  @IsText({ max: 2000 })
  description!: string;
}
