import { describe, expect, it } from '@jest/globals';
import { INTERNAL_WORDS, sampleRun } from '../testing/index.js';
import { describeEvent } from './describe-event.js';
import { NO_PROGRESS } from './question-progress.js';
import { reduceProgress } from './reduce-progress.js';

describe('describeEvent', () => {
  it('describes a run in plain lines', () => {
    let progress = NO_PROGRESS;
    const lines = sampleRun().events.map((event) => {
      progress = reduceProgress(progress, event);
      return describeEvent(event, progress);
    });
    expect(lines.join('\n')).not.toMatch(INTERNAL_WORDS);
    expect(lines.filter((line) => line !== null)).toEqual([
      'question accepted',
      'Fast models: started',
      'Fast models: “Write SQL” started, 2 tasks',
      'SQL not valid after 3 retries: SELECT pg_sleep(60)',
      'SQL valid: SELECT count(*) FROM orders',
      'Fast models: “Write SQL” finished in 1.2 s (1 valid · 1 distinct)',
      'Fast models: “Judge SQLs by tests” started, 1 task',
      'Fast models: “Judge SQLs by tests” finished in 1.2 s (1 OK · 1 KO)',
      'the only SQL does not come close (50 %)',
      'from fast to strong models because no SQL passed',
      'Strong models: started because no SQL passed',
      'Strong models: “Write tests” started, 1 task',
      'Strong models: “Write SQL” started, 2 tasks',
      "SQL valid: SELECT count(*) AS orders FROM orders WHERE placed_on >= date_trunc('month', current_date)",
      'SQL the same as another: SELECT count(*) AS orders FROM orders WHERE placed_on >= ' +
        "date_trunc('month', current_date);",
      'Strong models: “Write tests” finished in 1.2 s (2 tests in all)',
      'Strong models: “Write SQL” finished in 1.2 s (2 valid · 1 distinct)',
      'Strong models: “Judge SQLs by tests” started, 1 task',
      'Strong models: “Judge SQLs by tests” finished in 1.2 s (1 OK · 1 KO)',
      'the only SQL does not pass every test, but comes close (90 %)',
      'Strong models: “Review failed tests” started, 1 task',
      'warning SLOW_MODEL: The model answers slowly.',
      'Strong models: “Review failed tests” finished in 1.2 s (1 reviewed)',
      'the only SQL passes every test (100 %)',
      'finished GOLD with the strong models',
    ]);
  });

  it('gives each line one line, whatever a message holds', () => {
    const event = { type: 'warning-raised', code: 'MODEL\nDOWN', message: 'first\nsecond \u001b[31m' } as const;
    const line = describeEvent({ ...event, sequence: 1, at: '' }, NO_PROGRESS);
    expect(line).toBe('warning MODEL DOWN: first second \ufffd[31m');
  });
});
