import type { z } from 'zod';
import { toJsonSchema } from '../schema/to-json-schema.js';
import { Check, type CheckContext, type Finding } from './check.js';

export function MeetsSchema(type: z.ZodType, convert?: CheckContext['convert']): PropertyDecorator {
  return Check('meetsSchema', {
    find: (value) => (type.safeParse(value).error?.issues ?? []).flatMap((issue) => findingsOfIssue(issue)),
    convert,
    schema: toJsonSchema(type, 'input'),
  });
}

function findingsOfIssue(issue: z.core.$ZodIssue): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not a known field' }));
  }
  return [{ path: issue.path, message: describe(issue.message) }];
}

/** Without Zod's prefix and full stop: the message follows the name of a field. */
function describe(message: string): string {
  return message.replace(/^(Too small|Too big|Invalid input|Invalid option|Invalid string): /, '').replace(/\.$/, '');
}
