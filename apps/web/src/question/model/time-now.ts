import type { QuestionTimeline } from '@assay/contracts';

/** A timeline, and when it was read by the browser's clock, milliseconds since the epoch. */
export interface ReadTimeline {
  timeline: QuestionTimeline;
  readAt: number;
}

/** The time by Assay's clock: what it said with the timeline, and what has passed since. The clocks may differ. */
export function timeNow({ timeline, readAt }: ReadTimeline, browserNow: number): string {
  return new Date(Date.parse(timeline.now) + Math.max(0, browserNow - readAt)).toISOString();
}
