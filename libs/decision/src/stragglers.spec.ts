import type { StageKind, TaskStatus } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { StageState } from './question-run.js';
import { abandonsStragglersAt, mayLeaveOpen, median } from './stragglers.js';

const probe = { instances: 24, seconds: 2 };
const settings = { probe, stragglers: { endedShare: 0.7, medianFactor: 3 } };

/** 'D100': done after 100 ms, 'X5': dead after 5 ms, '-': open. */
function stage(kind: StageKind, ...tasks: string[]): StageState {
  const statuses: Record<string, TaskStatus> = { D: 'DONE', X: 'DEAD' };
  return {
    attempt: 1,
    kind,
    round: 1,
    status: 'OPEN',
    startedAt: 1000,
    tasks: tasks.map((text, index) => ({
      id: `t${index}`,
      ordinal: index + 1,
      status: statuses[text.charAt(0)] ?? 'RUNNING',
      elapsedMs: text === '-' ? null : Number(text.slice(1)),
    })),
  } as unknown as StageState;
}

describe('abandonsStragglersAt', () => {
  it('is three times the median after the start, once 70 % have ended', () => {
    const seven = ['D10', 'D20', 'D30', 'D40', 'D50', 'D60', 'D70'];
    expect(abandonsStragglersAt(stage('generate', ...seven, '-', '-', '-'), settings)).toBe(1120);
    expect(abandonsStragglersAt(stage('generate', ...seven.slice(1), '-', '-', '-', '-'), settings)).toBeNull();
  });

  it('counts dead ones as ended, but not where nothing has succeeded yet', () => {
    expect(abandonsStragglersAt(stage('precompute-tests', 'X30', 'X30', 'D30', '-'), settings)).toBe(1090);
    expect(abandonsStragglersAt(stage('precompute-tests', 'X30', 'X30', 'X30', '-'), settings)).toBeNull();
  });

  it('counts time in the queue where it is known', () => {
    const waiting = stage('generate', 'D10', 'D10', 'D10', '-');
    for (const task of waiting.tasks) task.endedAfterMs = task.elapsedMs === null ? null : 500;
    expect(abandonsStragglersAt(waiting, settings)).toBe(2500);
  });

  it.each<StageKind>(['evaluate', 'reduce-tests', 'supervise', 'compare', 'prepare'])('never in %s', (kind) => {
    expect(abandonsStragglersAt(stage(kind, 'D1', 'D1', 'D1', 'D1', 'D1', '-'), settings)).toBeNull();
  });

  it('gives a prober its own time and some patience, whatever the others get', () => {
    expect(abandonsStragglersAt(stage('probe', '-'), { probe, stragglers: null })).toBe(1000 + 2000 + 12_000);
  });

  it('never where it is off, and never where nothing is open', () => {
    expect(abandonsStragglersAt(stage('generate', 'D1', 'D1', 'D1', '-'), { probe, stragglers: null })).toBeNull();
    expect(abandonsStragglersAt(stage('generate', 'D1', 'D1'), settings)).toBeNull();
  });
});

describe('mayLeaveOpen', () => {
  it.each([
    [1, 0],
    [3, 0],
    [4, 1],
    [10, 3],
    [50, 15],
  ])('of %i tasks: %i', (tasks, open) => {
    expect(mayLeaveOpen('generate', tasks, settings)).toBe(open);
  });
});

describe('median', () => {
  it.each([
    [[], 0],
    [[5], 5],
    [[9, 1], 5],
    [[3, 1, 2], 2],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });
});
