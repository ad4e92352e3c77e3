import type { EventRow } from '@assay/persistence';

/** An event with only the fields a test reads. */
export function partialEvent(type: EventRow['type'], body: object = {}): EventRow {
  return { type, body } as EventRow;
}
