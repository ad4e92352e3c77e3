import { IsInt, Max, Min } from 'class-validator';
import { Omissible } from '../checks/omissible.js';

export class LinkCreate {
  /** Until it expires. */
  @Max(168)
  @Min(1)
  @IsInt()
  @Omissible()
  hours: number = 24;
}
