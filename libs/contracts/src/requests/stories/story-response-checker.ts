import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { IsStoryName } from './is-story-name.js';

export class StoryResponseChecker {
  @IsStoryName()
  @MayBeLeftOut()
  model?: string;
}
