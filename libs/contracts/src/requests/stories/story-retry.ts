import { IsInt, Max, Min } from 'class-validator';
import { Omissible } from '../checks/omissible.js';
import { IsStoryName } from './is-story-name.js';

export class StoryRetry {
  /** Default: 3. */
  @Max(10)
  @Min(1)
  @IsInt()
  @Omissible()
  attempts?: number;

  @IsStoryName()
  @Omissible()
  fallbackModel?: string;
}
