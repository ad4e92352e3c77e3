import type { InfrastructureError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import type { ChildFailure } from '../processes/protocol.js';
import { targetFault } from '../target-faults.js';

const KIND = /^([A-Z][A-Za-z -]*?) Error: /;

/** "Out of Memory Error: …" gives OUT_OF_MEMORY; null for errors not from DuckDB. */
function codeOf({ message }: ChildFailure): string | null {
  const kind = KIND.exec(message.replace(/^Failed to \w+ statements?: /, ''))?.[1];
  return kind === undefined ? null : kind.toUpperCase().replaceAll(/[ -]/g, '_');
}

export function faultOf(failure: ChildFailure): InfrastructureError | null {
  if (/Could not set lock on file/.test(failure.message)) return targetFault('TARGET_LOCKED');
  const code = codeOf(failure);
  if (code === 'FATAL' || code === 'INTERNAL') return targetFault('TARGET_CONNECTION_LOST');
  return null;
}

/** Discard the process after a permission error or lack of memory. */
export function isSuspicious(failure: ChildFailure): boolean {
  const code = codeOf(failure);
  return code === null || ['PERMISSION', 'OUT_OF_MEMORY', 'IO', 'FATAL', 'INTERNAL'].includes(code);
}

/** Keeps the first line; the others repeat the statement. */
export function statementError(failure: ChildFailure): StatementError {
  const code = codeOf(failure);
  const [line = ''] = failure.message.replace(/^Failed to \w+ statements?: /, '').split('\n');
  const message = line.replace(KIND, '');
  return { category: categoryOfError('duckdb', code, message), code, message, position: null, hint: null };
}

export const TIMEOUT = 'INTERRUPT';
