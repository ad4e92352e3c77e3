import { expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { Answers } from './answers.js';

it('waits on, and reports it, when an answer cannot be read', async () => {
  const row = { id: newId(), status: 'DONE', result: 1, error: null };
  const refusal = new Error('refused');
  const errors: Error[] = [];
  const query = async (): Promise<object[]> => {
    if (errors.length === 0) throw refusal;
    return [row];
  };
  const hints = { on: () => () => undefined };
  const answers = new Answers({ query } as unknown as Database, hints, (error) => void errors.push(error));
  expect(await answers.wait(row.id, 60_000, new AbortController().signal)).toEqual(row);
  expect(new Set(errors)).toEqual(new Set([refusal]));
});
