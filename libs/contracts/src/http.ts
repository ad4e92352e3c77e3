import type { Id } from './ids.js';
import type { QuestionStatus } from './record.js';

/** A list, one page at a time; `nextCursor` is null on the last page. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Answer of a request that was taken and goes on in the background (202). */
export interface Accepted<Status extends string = QuestionStatus> {
  id: Id;
  status: Status;
  /** Paths by name: `self`, `record`, `events`, … */
  links: Record<string, string>;
}
