import type { z } from 'zod';
import { toJsonSchema } from '../schema/to-json-schema.js';
import { Check, type CheckContext } from './check.js';
import { findingsOfIssue } from './findings-of-issue.js';

export function MeetsSchema(type: z.ZodType, convert?: CheckContext['convert']): PropertyDecorator {
  return Check('meetsSchema', {
    find: (value) => (type.safeParse(value).error?.issues ?? []).flatMap((issue) => findingsOfIssue(issue)),
    convert,
    schema: toJsonSchema(type, 'input'),
  });
}
