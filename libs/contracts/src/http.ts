import { z } from 'zod';
import type { Id } from './ids.js';
import type { QuestionStatus } from './record.js';

/** A list, one page at a time; `nextCursor` is null on the last page. */
export const pageSchema = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });
export type Page<Item> = Omit<z.infer<typeof pageSchema>, 'items'> & { items: Item[] };

/** Answer of a request that was taken and goes on in the background (202). */
export interface Accepted<Status extends string = QuestionStatus> {
  id: Id;
  status: Status;
  /** Paths by name: `self`, `record`, `events`, … */
  links: Record<string, string>;
}
