import type { EventRow } from '@assay/persistence';

/** An event of a type that exists, with only the fields that a test looks at, and marks of its own. */
export function partialEvent(type: EventRow['type'], body: object = {}): EventRow {
  return { type, body } as EventRow;
}
