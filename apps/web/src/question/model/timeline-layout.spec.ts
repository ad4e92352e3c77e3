import { describe, expect, it } from '@jest/globals';
import type { TimelineStage, TimelineTask } from '@assay/contracts';
import { layOut } from './timeline-layout.js';

const at = (milliseconds: number): string => new Date(1_800_000_000_000 + milliseconds).toISOString();

function task(ordinal: number, created: number, started: number | null, finished: number | null): TimelineTask {
  return {
    id: `task ${ordinal}`,
    ordinal,
    queue: 'generator',
    status: finished === null ? 'RUNNING' : 'DONE',
    attempts: 1,
    straggler: false,
    createdAt: at(created),
    startedAt: started === null ? null : at(started),
    finishedAt: finished === null ? null : at(finished),
    error: null,
  };
}

function stage(started: number, finished: number | null, tasks: TimelineTask[]): TimelineStage {
  const finishedAt = finished === null ? null : at(finished);
  return {
    id: 's',
    attempt: 1,
    level: 'BASIC',
    stage: 'generate',
    round: 1,
    startedAt: at(started),
    finishedAt,
    tasks,
  };
}

describe('the layout of a timeline', () => {
  it('is nothing where nothing began', () => {
    expect(layOut({ now: at(0), stages: [], requests: [] }, at(0))).toBeNull();
  });

  it('distinguishes waiting from running, and finds the task that the others waited for', () => {
    const layout = layOut(
      { now: at(0), stages: [stage(100, 900, [task(1, 100, 200, 500), task(2, 100, 300, 850)])], requests: [] },
      at(0),
    );
    const [lane] = layout?.lanes ?? [];
    expect(lane?.bars.map(({ queued, began, ended }) => [queued, began, ended])).toEqual([
      [0, 100, 400],
      [0, 200, 750],
    ]);
    expect([lane?.last?.task.ordinal, lane?.lead]).toEqual([2, 350]);
    expect(layout?.length).toBe(800);
  });

  it('ends running tasks now, and names none that others waited for', () => {
    const layout = layOut(
      { now: at(0), stages: [stage(0, null, [task(1, 0, 10, 20), task(2, 0, null, null)])], requests: [] },
      at(60),
    );
    const [lane] = layout?.lanes ?? [];
    expect(lane?.bars[1]).toMatchObject({ began: null, ended: 60, open: true });
    expect(lane?.last).toBeNull();
  });

  it('writes a few round times under the axis', () => {
    expect(layOut({ now: at(0), stages: [stage(0, 6200, [])], requests: [] }, at(0))?.ticks).toEqual([
      0, 2000, 4000, 6000,
    ]);
  });
});
