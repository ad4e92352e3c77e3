import { Omissible } from '../checks/omissible.js';
import { IsStoryName } from './is-story-name.js';

export class StoryResponseChecker {
  @IsStoryName()
  @Omissible()
  model?: string;
}
