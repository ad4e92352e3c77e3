import { RequestProblem, type FieldProblem } from '@assay/contracts';
import { storable } from '@assay/persistence';
import type { z } from 'zod';

/** Name of the whole body in `errors`, where no single field is at fault. */
const WHOLE = 'body';

/**
 * A body (or query) in its expected shape, with text that Postgres can hold.
 * @throws RequestProblem 422 `VALIDATION_FAILED` naming every field that is wrong
 */
export function parseRequest<Parsed>(schema: z.ZodType<Parsed>, body: unknown): Parsed {
  const parsed = schema.safeParse(body);
  // afterwards, when it is known to be no deeper than its schema
  if (parsed.success) return storable(parsed.data);
  throw invalidFields(parsed.error.issues.flatMap((issue) => fieldProblems(issue, body)));
}

/** The problem of fields that are wrong. */
export function invalidFields(errors: FieldProblem[]): RequestProblem {
  const named = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return new RequestProblem(422, 'VALIDATION_FAILED', `The request is not valid: ${named}.`, { errors });
}

function fieldProblems(issue: z.core.$ZodIssue, body: unknown): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: fieldName([...issue.path, key]), message: 'is not a known field' }));
  }
  const missing = issue.code === 'invalid_type' && valueAt(body, issue.path) === undefined;
  return [{ field: fieldName(issue.path), message: missing ? 'is required' : describe(issue.message) }];
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? WHOLE : path.map(String).join('.');
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], body);
}

/** "Too small: expected number to be >=1" and "Invalid input: expected …" read better after a field's name. */
function describe(message: string): string {
  return message.replace(/^(Too small|Too big|Invalid input|Invalid option|Invalid string): /, '').replace(/\.$/, '');
}
