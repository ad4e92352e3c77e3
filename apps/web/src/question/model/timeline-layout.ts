import type { QuestionTimeline, TimelineStage, TimelineTask } from '@assay/contracts';
import { scaleLinear } from 'd3-scale';

/** A task on the axis: milliseconds since the beginning. */
export interface TaskBar {
  task: TimelineTask;
  /** When it was handed out. */
  queued: number;
  /** When it was taken up (the last time); null while it waits. */
  began: number | null;
  /** When it ended; for what has not, now. */
  ended: number;
  open: boolean;
}

export interface StageLane {
  stage: TimelineStage;
  began: number;
  ended: number;
  open: boolean;
  bars: TaskBar[];
  /** The task that ended last: what came after waited for it. Null for a stage of one task, or one that goes on. */
  last: TaskBar | null;
  /** Milliseconds between the end of the last but one and the last. */
  lead: number;
}

export interface TimelineLayout {
  /** ISO time of the beginning. */
  origin: string;
  /** Milliseconds from the beginning to the end. */
  length: number;
  lanes: StageLane[];
  requests: TaskBar[];
  /** Where to write times under the axis, milliseconds. */
  ticks: number[];
}

/** Times under the axis, about. */
const TICKS = 4;

/** Stages and tasks on one axis. `now` stands in for the end of what has not ended. Null where nothing began. */
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

/** Round times along the axis, about as many as there is room for. */
function ticksOf(length: number): number[] {
  return scaleLinear([0, length], [0, 1]).ticks(TICKS);
}
