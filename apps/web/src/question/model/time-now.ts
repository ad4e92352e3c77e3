import type { QuestionTimeline } from '@assay/contracts';

/** A timeline and the browser's epoch milliseconds when it was read. */
export interface ReadTimeline {
  timeline: QuestionTimeline;
  readAt: number;
}

/** Assay's current time: the timeline's time plus the elapsed browser time. The clocks may differ. */
export function timeNow({ timeline, readAt }: ReadTimeline, browserNow: number): string {
  return new Date(Date.parse(timeline.now) + Math.max(0, browserNow - readAt)).toISOString();
}
