import { IsText } from '../checks/is-text.js';
import { IsStoryName } from './is-story-name.js';

export class StoryCriterion {
  @IsStoryName()
  name!: string;

  @IsText({ max: 2000 })
  description!: string;
}
