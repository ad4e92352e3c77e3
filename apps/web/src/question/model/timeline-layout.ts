import type { QuestionTimeline, TimelineStage, TimelineTask } from '@assay/contracts';
import { scaleLinear } from 'd3-scale';

/** Milliseconds since the origin. */
export interface TaskBar {
  task: TimelineTask;
  queued: number;
  /** Null while it waits. */
  began: number | null;
  /** For open tasks: now. */
  ended: number;
  open: boolean;
}

export interface StageLane {
  stage: TimelineStage;
  began: number;
  ended: number;
  open: boolean;
  bars: TaskBar[];
  /** The last to end, which delayed the rest. Null for single tasks and open stages. */
  last: TaskBar | null;
  /** Milliseconds between the last two ends. */
  lead: number;
}

export interface TimelineLayout {
  /** ISO time. */
  origin: string;
  length: number;
  lanes: StageLane[];
  requests: TaskBar[];
  ticks: number[];
}

const TICKS = 4;

/** One axis; `now` ends open stages. Null before the start. */
export function layOut(timeline: QuestionTimeline, now: string): TimelineLayout | null {
  const [first] = timeline.stages;
  if (first === undefined) return null;
  const origin = Date.parse(first.startedAt);
  const at = (time: string): number => Math.max(0, Date.parse(time) - origin);
  const barOf = (task: TimelineTask): TaskBar => ({
    task,
    queued: at(task.createdAt),
    began: task.startedAt === null ? null : at(task.startedAt),
    ended: at(task.finishedAt ?? now),
    open: task.finishedAt === null,
  });
  const lanes = timeline.stages.map((stage) => {
    const bars = stage.tasks.map(barOf);
    return {
      stage,
      began: at(stage.startedAt),
      ended: at(stage.finishedAt ?? now),
      open: stage.finishedAt === null,
      bars,
      ...lastOf(bars, stage.finishedAt !== null),
    };
  });
  const requests = timeline.requests.map(barOf);
  const length = Math.max(1, ...lanes.map(({ ended }) => ended), ...requests.map(({ ended }) => ended));
  return { origin: first.startedAt, length, lanes, requests, ticks: ticksOf(length) };
}

function lastOf(bars: TaskBar[], finished: boolean): { last: TaskBar | null; lead: number } {
  const [last, before] = [...bars].sort((one, other) => other.ended - one.ended);
  if (!finished || last === undefined || before === undefined) return { last: null, lead: 0 };
  return { last, lead: last.ended - before.ended };
}

function ticksOf(length: number): number[] {
  return scaleLinear([0, length], [0, 1]).ticks(TICKS);
}
