import type { EventRow } from '@assay/persistence';

export function partialEvent(type: EventRow['type'], body: object = {}): EventRow {
  return { type, body } as EventRow;
}
