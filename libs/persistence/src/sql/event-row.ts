import type { QuestionEvent, StoryEvaluationEvent } from '@assay/contracts';

export type RunEvent = QuestionEvent | StoryEvaluationEvent;

type RowOf<Event extends RunEvent> = Event extends RunEvent
  ? { type: Event['type']; body: Omit<Event, 'type'> }
  : never;

/** An event as written: its type, and its other fields as `body`. */
export type EventRow = RowOf<RunEvent>;

export function eventRow({ type, ...body }: RunEvent): EventRow {
  return { type, body } as EventRow;
}
