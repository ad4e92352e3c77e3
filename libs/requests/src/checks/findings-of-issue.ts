import type { z } from 'zod';
import type { Finding } from './check.js';

export function findingsOfIssue(issue: z.core.$ZodIssue): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not a known field' }));
  }
  return [{ path: issue.path, message: describe(issue.message) }];
}

/** Zod's prefix: a field name precedes. */
function describe(message: string): string {
  return message.replace(/^(Too small|Too big|Invalid input|Invalid option|Invalid string): /, '').replace(/\.$/, '');
}
