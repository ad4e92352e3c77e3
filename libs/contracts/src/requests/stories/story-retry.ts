import { IsInt, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { IsStoryName } from './is-story-name.js';

export class StoryRetry {
  /** Default: 3. */
  @Max(10)
  @Min(1)
  @IsInt()
  @MayBeLeftOut()
  attempts?: number;

  @IsStoryName()
  @MayBeLeftOut()
  fallbackModel?: string;
}
