import { describe, expect, it } from '@jest/globals';
import { StreamSlots } from './stream-slots.js';

describe('StreamSlots', () => {
  it('bounds the streams of each client for itself, and takes more when one ended', () => {
    const slots = new StreamSlots(2);
    const release = slots.take('a');
    slots.take('a');
    expect(() => slots.take('a')).toThrow(
      expect.objectContaining({ status: 429, code: 'TOO_MANY_STREAMS', retryAfterSeconds: 5 }),
    );
    slots.take('b');
    release();
    release();
    slots.take('a');
    expect(() => slots.take('a')).toThrow(expect.objectContaining({ status: 429 }));
  });

  it('bounds nothing where no number is set', () => {
    const slots = new StreamSlots(null);
    for (let taken = 0; taken < 5000; taken += 1) slots.take('a');
  });
});
