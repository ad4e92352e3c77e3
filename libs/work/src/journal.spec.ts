import { describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import type { Database, FinishItem, FinishOutcome } from '@assay/persistence';
import { Journal, type StepAnswer } from './journal.js';
import { ClaimLost } from './task-process.js';

const ANSWER: StepAnswer = { answer: 1, raw: null, status: 'answered', request: {} };
const accepted = { accepted: true } as FinishOutcome;

function journalOn(finish: (item: FinishItem) => Promise<FinishOutcome>): Journal {
  const item = { task: newId(), claim: newId(), run: null, stage: null };
  return new Journal({ finish }, {} as Database, item, false);
}

describe('Journal', () => {
  it.each<[string, () => Promise<FinishOutcome>, unknown]>([
    ['failed', () => Promise.reject(new Error('the value cannot be stored')), 'the value cannot be stored'],
    ['lost the claim', () => Promise.resolve({ ...accepted, accepted: false }), ClaimLost],
  ])('does not let a task end without its answers after a write that %s', async (_, first, error) => {
    let writes = 0;
    const journal = journalOn(() => ((writes += 1) === 1 ? first() : Promise.resolve(accepted)));
    await journal.step('database', 'one', () => Promise.resolve(ANSWER));
    await journal.step('database', 'two', () => Promise.resolve(ANSWER));
    await expect(journal.flush()).rejects.toThrow(error);
    await expect(journal.takePending()).rejects.toThrow(error);
    expect(writes).toBe(1);
  });

  it('writes the answers of a running write and those that came after it', async () => {
    const written: number[] = [];
    const journal = journalOn(({ steps = [] }) => {
      written.push(...steps.map(({ ordinal }) => ordinal));
      return Promise.resolve(accepted);
    });
    await journal.step('database', 'one', () => Promise.resolve(ANSWER));
    await journal.step('database', 'two', () => Promise.resolve(ANSWER));
    await journal.flush();
    expect(written).toEqual([1, 2]);
    expect(await journal.takePending()).toEqual({ events: [] });
  });
});
