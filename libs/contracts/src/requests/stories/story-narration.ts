import { IsNumber, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export class StoryNarration {
  /** Least share of the story's words that the narration covers, percent. Default: 90. */
  @Max(100)
  @Min(1)
  @IsNumber()
  @MayBeLeftOut()
  threshold?: number;
}
