import { expect } from '@jest/globals';
import { eventually } from '@assay/testing';
import { StatementFailedError } from '../statement-failed-error.js';

/** How a statement failed. */
export async function failureOf(work: Promise<unknown>): Promise<StatementFailedError> {
  return expectFailure(await thrownBy(work));
}

/**
 * How a statement failed that ends at its timeout. Where the machine is held up for longer than a server may take to
 * answer, nothing is known of the statement, and it is asked again.
 */
export async function timeoutFailureOf(ask: () => Promise<unknown>): Promise<StatementFailedError> {
  const error = await eventually(async () => {
    const thrown = await thrownBy(ask());
    return !(thrown instanceof StatementFailedError && thrown.isUnended) && thrown;
  });
  return expectFailure(error);
}

function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
}

function expectFailure(error: unknown): StatementFailedError {
  expect(error).toBeInstanceOf(StatementFailedError);
  return error as StatementFailedError;
}
