import { IsNumber, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

/** How a story is made into speech. */
export class StoryNarration {
  /** Percent of the words that have to be covered. */
  @Max(100)
  @Min(1)
  @IsNumber()
  @MayBeLeftOut()
  threshold?: number;
}
