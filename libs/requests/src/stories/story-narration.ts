import { IsNumber, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export class StoryNarration {
  /** Required coverage of words, percent. */
  @Max(100)
  @Min(1)
  @IsNumber()
  @MayBeLeftOut()
  threshold?: number;
}
