import type { Id, Page } from '../../index.js';
import type { PageQuery } from '../page-query.js';
import { cursorAfter, idOfCursor } from './cursor.js';

/**
 * Reads one extra row to detect a next page.
 * @throws RequestProblem 422
 */
export async function pageOf<Row extends { id: Id }, Item>(
  request: PageQuery,
  read: (after: Id | null, limit: number) => Promise<Row[]>,
  show: (row: Row) => Item,
): Promise<Page<Item>> {
  const rows = await read(idOfCursor(request.cursor), request.limit + 1);
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(show),
    nextCursor: rows.length > shown.length && last ? cursorAfter(last.id) : null,
  };
}
