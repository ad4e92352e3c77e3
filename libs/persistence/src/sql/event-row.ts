import type { QuestionEvent, StoryEvaluationEvent } from '@assay/contracts';

/** An event of a run of either product. */
export type RunEvent = QuestionEvent | StoryEvaluationEvent;

type RowOf<Event extends RunEvent> = Event extends RunEvent
  ? { type: Event['type']; body: Omit<Event, 'type'> }
  : never;

/** An event as it is stored: its fields stand in a body of their own. */
export type EventRow = RowOf<RunEvent>;

/** The row of an event. */
export function eventRow({ type, ...body }: RunEvent): EventRow {
  return { type, body } as EventRow;
}
