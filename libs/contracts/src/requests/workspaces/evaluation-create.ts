import { EVALUATION_BOUNDS } from '../../index.js';
import { IsInt, Max, Min } from 'class-validator';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export class EvaluationCreate {
  @Max(EVALUATION_BOUNDS.mostRepeats)
  @Min(1)
  @IsInt()
  @MayBeLeftOut()
  repeats: number = EVALUATION_BOUNDS.repeats;
}
