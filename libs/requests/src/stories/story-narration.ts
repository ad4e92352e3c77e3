import { IsNumber, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export class StoryNarration {
  /** Percent. */
  @Max(100)
  @Min(1)
  @IsNumber()
  @MayBeLeftOut()
  threshold?: number;
}
