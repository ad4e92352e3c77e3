import { QUESTION_NAME_CHARACTERS } from '../../index.js';
import { Check, expected, type Finding } from '../checks/check.js';
import { hasAtMost } from '../checks/is-text.js';

export class QuestionUpdate {
  /** Saves under this name; null removes it. */
  @IsNameOrNull()
  name!: string | null;
}

function IsNameOrNull(): PropertyDecorator {
  const find = (value: unknown): Finding[] => {
    if (value === null) return [];
    const isName = typeof value === 'string' && value.trim() !== '' && hasAtMost(value, QUESTION_NAME_CHARACTERS);
    return expected(isName, `expected null or a name of 1 to ${QUESTION_NAME_CHARACTERS} characters`);
  };
  return Check('isNameOrNull', {
    find,
    schema: { type: ['string', 'null'], minLength: 1, maxLength: QUESTION_NAME_CHARACTERS },
  });
}
