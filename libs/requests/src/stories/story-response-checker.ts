import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { IsStoryName } from './is-story-name.js';

/** The model that writes the reminder for an evaluator that skips its tools. */
export class StoryResponseChecker {
  @IsStoryName()
  @MayBeLeftOut()
  model?: string;
}
