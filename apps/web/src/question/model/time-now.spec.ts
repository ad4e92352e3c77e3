import { describe, expect, it } from '@jest/globals';
import { timeNow } from './time-now.js';

const timeline = { now: '2026-01-01T12:00:00.000Z', stages: [], requests: [] };

describe('timeNow', () => {
  it('continues from what Assay said, however wrong the clock of the browser is', () => {
    const readAt = Date.parse('2031-07-01T00:00:00.000Z');
    expect(timeNow({ timeline, readAt }, readAt + 2500)).toBe('2026-01-01T12:00:02.500Z');
  });

  it('is never before what Assay said', () => {
    expect(timeNow({ timeline, readAt: 1000 }, 400)).toBe(timeline.now);
  });
});
