import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

/** The model that writes the reminder where an evaluator forgets its tools. */
export class StoryResponseChecker {
  @IsText({ max: 200, filled: true })
  @MayBeLeftOut()
  model?: string;
}
