import { expect } from '@jest/globals';
import { eventually } from '@assay/testing';
import { StatementFailedError } from '../statement-failed-error.js';

export async function failureOf(work: Promise<unknown>): Promise<StatementFailedError> {
  return expectFailure(await thrownBy(work));
}

/** Repeats a timeout whose outcome is unknown because of load. */
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
