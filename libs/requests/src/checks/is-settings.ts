import { settingsPatchSchema } from '@assay/contracts';
import { toJsonSchema } from '../schema/to-json-schema.js';
import { Check, type Finding } from './check.js';
import { findingsOfIssue } from './findings-of-issue.js';

/** Adds the defaults of nested fields. */
export function IsSettings(): PropertyDecorator {
  return Check('isSettings', { find, convert, schema: toJsonSchema(settingsPatchSchema, 'input') });
}

function find(value: unknown): Finding[] {
  const { error } = settingsPatchSchema.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => findingsOfIssue(issue));
}

function convert(value: unknown): unknown {
  const parsed = settingsPatchSchema.safeParse(value);
  return parsed.success ? parsed.data : value;
}
