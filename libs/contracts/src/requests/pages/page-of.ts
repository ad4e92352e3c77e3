import { type Id, type Page, isId } from '../../index.js';
import type { PageQuery } from '../page-query.js';
import { invalidFields } from '../validation/invalid-fields.js';

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

function cursorAfter(id: Id): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** @throws RequestProblem 422 if the cursor is invalid */
function idOfCursor(cursor: string | undefined): Id | null {
  if (cursor === undefined) return null;
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isId(id)) throw invalidFields([{ field: 'cursor', message: 'is not one that a list gave out' }]);
  return id;
}
