import { COMMENT_CHARACTERS, SQL_CHARACTERS } from '../../index.js';
import { ValidateIf } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';

/** `POST /v1/questions/:id/correct`; one field required. */
export class QuestionCorrection {
  /** Becomes a gold SQL. */
  @IsText({ max: SQL_CHARACTERS, filled: true })
  @Omissible()
  sql?: string;

  @IsText({ max: COMMENT_CHARACTERS, filled: true })
  @IsGivenWithoutSql()
  comment?: string;
}

function IsGivenWithoutSql(): PropertyDecorator {
  return ValidateIf(({ sql, comment }: QuestionCorrection) => comment !== undefined || sql === undefined);
}
