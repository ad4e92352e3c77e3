import { type z } from 'zod';
import { type Violation } from './interpretation.js';

/** Only blanks or a short word may be quoted: the message stands outside of fences. */
const WORD = /^(?:\s{0,20}|[\w.%-]{1,20})$/;

export function describeIssue(issues: readonly z.core.$ZodIssue[], value: unknown): Violation {
  const [issue] = issues;
  if (issue === undefined) return { code: 'invalid_field', message: 'The answer does not have the right shape.' };
  const field = pathText(issue.path);
  const given = valueAt(value, issue.path);
  const subject = field === '' ? 'The answer' : `"${field}"`;
  if (given === undefined) return { code: 'invalid_field', message: `${subject} is missing.`, field };
  return { code: 'invalid_field', message: `${subject} must be ${expected(issue)}, not ${quoted(given)}.`, field };
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'filled' : `at least ${String(issue.minimum)}`;
    case 'too_big':
      return `at most ${String(issue.maximum)}`;
    case 'invalid_format':
      // The only pattern in use means "not blank".
      return issue.pattern === String(/\S/) ? 'filled' : `different (${issue.message})`;
    case 'unrecognized_keys':
      return 'without further fields';
    default:
      return `different (${issue.message})`;
  }
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null ? (current as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function quoted(value: unknown): string {
  if (typeof value === 'string' && !WORD.test(value)) return 'another text';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}
