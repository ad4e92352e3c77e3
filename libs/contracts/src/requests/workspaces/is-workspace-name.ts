import { applyDecorators } from '@nestjs/common';
import { isId, WORKSPACE_NAME_CHARACTERS } from '../../index.js';
import { Matches } from 'class-validator';
import { Check, expected } from '../checks/check.js';
import { IsText } from '../checks/is-text.js';

/** Must not look like an id: requests name a workspace by either. */
export function IsWorkspaceName(): PropertyDecorator {
  const notAnId = (value: unknown): ReturnType<typeof expected> => expected(!isId(value), 'must not look like an id');
  const trimmed = (value: unknown): ReturnType<typeof expected> =>
    expected(String(value).trim() === value, 'must not begin or end with white space');
  return applyDecorators(
    Check('isTrimmed', { find: trimmed }),
    Check('isNotAnId', { find: notAnId }),
    Matches(/^[^\p{Cc}]*$/u, { message: 'must not contain control characters' }),
    IsText({ min: 1, max: WORKSPACE_NAME_CHARACTERS }),
  );
}
