import { IsBoolean } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

/** Body of `POST /v1/questions/:id/settle`. */
export class QuestionSettlement {
  @IsText({ max: 100, filled: true })
  openPoint!: string;

  @IsText({ max: 100, filled: true })
  option!: string;

  /** Whether the workspace keeps it as evidence; needs permission to curate. */
  @IsBoolean()
  @MayBeLeftOut()
  remember?: boolean;

  /** The evidence text. Required for a choice between SQLs, which no test describes. */
  @IsText({ max: 500, filled: true })
  @MayBeLeftOut()
  sentence?: string;
}
