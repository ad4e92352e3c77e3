import type { QuestionTimeline } from '@assay/contracts';

/** With the browser's time of the read. */
export interface ReadTimeline {
  timeline: QuestionTimeline;
  readAt: number;
}

/** The timeline's time plus elapsed browser time: clocks may differ. */
export function timeNow({ timeline, readAt }: ReadTimeline, browserNow: number): string {
  return new Date(Date.parse(timeline.now) + Math.max(0, browserNow - readAt)).toISOString();
}
