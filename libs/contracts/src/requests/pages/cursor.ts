import { isId, type Id } from '../../index.js';
import { invalidFields } from '../validation/invalid-fields.js';

export function cursorAfter(id: Id): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** @throws RequestProblem 422 if the cursor is invalid */
export function idOfCursor(cursor: string | undefined): Id | null {
  if (cursor === undefined) return null;
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isId(id)) throw invalidFields([{ field: 'cursor', message: 'is not one that a list gave out' }]);
  return id;
}
