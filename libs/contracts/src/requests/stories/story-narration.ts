import { IsNumber, Max, Min } from 'class-validator';
import { Omissible } from '../checks/omissible.js';

export class StoryNarration {
  /** Least share of the story's words that the narration covers, percent. Default: 90. */
  @Max(100)
  @Min(1)
  @IsNumber()
  @Omissible()
  threshold?: number;
}
