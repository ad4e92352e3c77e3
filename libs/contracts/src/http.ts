import { z } from 'zod';
import type { Id } from './ids.js';
import type { QuestionStatus } from './record.js';

/** A page of a list; `nextCursor` is null on the last. */
export const pageSchema = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });
export type Page<Item> = Omit<z.infer<typeof pageSchema>, 'items'> & { items: Item[] };

export interface Accepted<Status extends string = QuestionStatus> {
  id: Id;
  status: Status;
  /** Paths by name: `self`, `record`, `events`, … */
  links: Record<string, string>;
}
