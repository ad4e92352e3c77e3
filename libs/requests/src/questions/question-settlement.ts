import { IsBoolean } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

/** Body of `POST /v1/questions/:id/settle`: what is meant where the question leaves something open. */
export class QuestionSettlement {
  /** Id of the open point. */
  @IsText({ max: 100, filled: true })
  openPoint!: string;

  /** Id of the option. */
  @IsText({ max: 100, filled: true })
  option!: string;

  /** Whether the workspace remembers it as evidence; needs the right to curate. */
  @IsBoolean()
  @MayBeLeftOut()
  remember?: boolean;

  /**
   * What the workspace remembers, in the words of a person; needed for a choice between SQLs of this question, which no
   * test puts into words.
   */
  @IsText({ max: 500, filled: true })
  @MayBeLeftOut()
  sentence?: string;
}
