import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sampleRun } from '../testing/index.js';
import { ProgressReporter } from './progress-reporter.js';

const { events } = sampleRun();
let written: string;
const output = { write: (text: string) => void (written += text), isTTY: true, columns: 100, rows: 30 };

beforeEach(() => {
  written = '';
  jest.useFakeTimers({ now: Date.parse('2026-03-01T10:00:01.000Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('ProgressReporter', () => {
  it('writes a plain line per event that matters, with the time since the question began', () => {
    const reporter = new ProgressReporter({ output, mode: 'plain' });
    events.forEach((event) => reporter.show(event));
    reporter.note('cancelling');
    reporter.end();
    const lines = written.split('\n');
    expect(lines[0]).toBe('   0.0 s  question accepted');
    expect(lines.at(-3)).toBe('   6.6 s  finished GOLD with the strong models');
    expect(lines.at(-2)).toBe('cancelling');
    expect(written).not.toContain('\u001b');
  });

  it('draws live at its own pace, not once per event, and leaves the last state', () => {
    const reporter = new ProgressReporter({ output, mode: 'live', hint: 'Ctrl-C cancels' });
    events.slice(0, 10).forEach((event) => reporter.show(event));
    expect(written).toBe('');
    jest.advanceTimersByTime(100);
    expect(written).toContain('Ctrl-C cancels');
    events.slice(10).forEach((event) => reporter.show(event));
    reporter.end();
    expect(written).toMatch(/GOLD 6\.6 s/);
    expect(written.endsWith('\u001b[?25h')).toBe(true);
    const end = written.length;
    jest.advanceTimersByTime(1000);
    expect(written).toHaveLength(end);
  });

  it('takes a live drawing away where only the answer is wanted', () => {
    const reporter = new ProgressReporter({ output, mode: 'live' });
    jest.advanceTimersByTime(100);
    reporter.end('clear');
    expect(written.endsWith('\u001b[1A\r\u001b[J\u001b[?25h')).toBe(true);
  });

  it('shows no negative times when its clock is behind', () => {
    jest.setSystemTime(Date.parse('2026-03-01T09:00:00.000Z'));
    const reporter = new ProgressReporter({ output, mode: 'live' });
    events.slice(0, 3).forEach((event) => reporter.show(event));
    jest.advanceTimersByTime(2_000);
    expect(written).toMatch(/Write SQL +0\/2 +2\.0 s/);
    reporter.end();
  });

  it('is silent if configured', () => {
    const reporter = new ProgressReporter({ output, mode: 'silent' });
    events.forEach((event) => reporter.show(event));
    reporter.note('x');
    reporter.end();
    expect(written).toBe('');
    expect(reporter.progress.outcome?.status).toBe('GOLD');
  });
});
