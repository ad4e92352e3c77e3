import { IsInt, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export class LinkCreate {
  /** Until it expires. */
  @Max(168)
  @Min(1)
  @IsInt()
  @MayBeLeftOut()
  hours: number = 24;
}
