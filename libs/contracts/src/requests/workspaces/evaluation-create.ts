import { EVALUATION_BOUNDS } from '../../index.js';
import { IsInt, Max, Min } from 'class-validator';
import { Omissible } from '../checks/omissible.js';

export class EvaluationCreate {
  @Max(EVALUATION_BOUNDS.mostRepeats)
  @Min(1)
  @IsInt()
  @Omissible()
  repeats: number = EVALUATION_BOUNDS.repeats;
}
