import { Omissible } from '../checks/omissible.js';
import { Nested } from '../checks/nested.js';
import { DatabaseConnection } from './database-connection.js';
import { IsWorkspaceName } from './is-workspace-name.js';
import { WorkspaceFields } from './workspace-fields.js';
import { Check, expected, type Finding } from '../checks/check.js';
import { hasAtMost } from '../checks/is-text.js';
import { isPlainObject } from '../validation/is-plain-object.js';

const NAME_CHARACTERS = 300;
const TEXT_CHARACTERS = 4000;

const isWithin = (value: unknown, characters: number): boolean =>
  typeof value === 'string' && value !== '' && hasAtMost(value, characters);

/** Texts by `table` or `table.column`; null removes one. */
function AreDescriptions(): PropertyDecorator {
  const text = { type: 'string', minLength: 1, maxLength: TEXT_CHARACTERS };
  const schema = {
    type: 'object',
    propertyNames: { type: 'string', minLength: 1, maxLength: NAME_CHARACTERS },
    additionalProperties: { anyOf: [text, { type: 'null' }] },
  };
  return Check('areDescriptions', { find, convert, schema });
}

/** Without `__proto__`, which is no normal key and no table's name. */
function convert(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));
}

function find(value: unknown): Finding[] {
  if (!isPlainObject(value)) return expected(false, 'expected an object');
  return Object.entries(value).flatMap(([name, text]) => {
    const path = [name];
    if (!isWithin(name, NAME_CHARACTERS))
      return [{ path, message: `has no name of 1 to ${NAME_CHARACTERS} characters` }];
    if (text === null || isWithin(text, TEXT_CHARACTERS)) return [];
    return [{ path, message: `expected null or a text of 1 to ${TEXT_CHARACTERS} characters` }];
  });
}

/** Merges settings and descriptions, replaces the rest. */
export class WorkspaceUpdate extends WorkspaceFields {
  @IsWorkspaceName()
  @Omissible()
  name?: string;

  @Nested(() => DatabaseConnection)
  @Omissible()
  database?: DatabaseConnection;

  /** `table` or `table.column` → text; null removes one. */
  @AreDescriptions()
  @Omissible()
  descriptions?: Record<string, string | null>;
}
