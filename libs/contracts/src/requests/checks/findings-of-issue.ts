import type { z } from 'zod';
import type { Finding } from './check.js';

export function findingsOfIssue(issue: z.core.$ZodIssue): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not a known field' }));
  }
  return [{ path: issue.path, message: describe(issue.message) }];
}

/** Without Zod's prefix and full stop: the message follows the name of a field. */
function describe(message: string): string {
  return message.replace(/^(Too small|Too big|Invalid input|Invalid option|Invalid string): /, '').replace(/\.$/, '');
}
