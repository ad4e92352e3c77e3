import { StatementFailedError } from './statement-failed-error.js';

export function rowTooLarge(maxBytes: number): StatementFailedError {
  return new StatementFailedError({
    category: 'EXECUTION_ERROR',
    code: null,
    message: `a single row of the result is larger than ${maxBytes} bytes`,
    position: null,
    hint: 'select fewer or shorter columns',
  });
}
