import { DIALECTS, type Dialect } from '../../index.js';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { Check, expected } from '../checks/check.js';
import { hasAtMost, IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';

const ROLE_CHARACTERS = 200;

/** `POST /v1/connection-checks`, and part of a workspace. */
export class DatabaseConnection {
  @IsIn(DIALECTS)
  dialect!: Dialect;

  @IsText({ min: 1, max: 4000 })
  url!: string;

  /** Accepts a role that may write: true for any, or the name of one. */
  @IsAcceptance()
  @Omissible()
  acceptPrivileged?: boolean | string;

  /** Names of functions, extensions, wrappers and servers that are accepted although they reach beyond the database. */
  @IsText({ min: 1, max: 500 }, { each: true })
  @ArrayMaxSize(1000)
  @IsArray()
  @Omissible()
  accept?: string[];
}

function IsAcceptance(): PropertyDecorator {
  const isName = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && hasAtMost(value, ROLE_CHARACTERS);
  return Check('isAcceptance', {
    find: (value) => expected(typeof value === 'boolean' || isName(value), 'expected a boolean or the name of a role'),
    schema: { anyOf: [{ type: 'boolean' }, { type: 'string', minLength: 1, maxLength: ROLE_CHARACTERS }] },
  });
}
