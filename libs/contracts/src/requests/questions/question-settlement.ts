import { IsBoolean } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';

export class QuestionSettlement {
  @IsText({ max: 100, filled: true })
  openPoint!: string;

  @IsText({ max: 100, filled: true })
  option!: string;

  /** Keep as evidence; needs the right to curate. */
  @IsBoolean()
  @Omissible()
  remember?: boolean;

  /** Evidence text; required for a choice between SQLs. */
  @IsText({ max: 500, filled: true })
  @Omissible()
  sentence?: string;
}
