import { IsInt, Max, Min } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

/** How often an evaluator is asked again, and which model it is asked of at last. */
export class StoryRetry {
  @Max(10)
  @Min(1)
  @IsInt()
  @MayBeLeftOut()
  attempts?: number;

  @IsText({ max: 200, filled: true })
  @MayBeLeftOut()
  fallbackModel?: string;
}
