import { QUESTION_CHARACTERS, SQL_CHARACTERS } from '../../index.js';
import { IsOptional } from 'class-validator';
import { IsText } from '../checks/is-text.js';

export class GoldSqlCreate {
  @IsText({ min: 1, max: QUESTION_CHARACTERS })
  question!: string;

  @IsText({ min: 1, max: SQL_CHARACTERS })
  sql!: string;

  @IsText({ min: 1, max: 50_000 })
  @IsOptional()
  evidence?: string | null;
}
