import type { Cell } from '@assay/contracts';
import type { DatabaseSession } from '../session.js';
import { SHORT_READ } from './limits.js';

/** A catalog's cell as text; what is missing is the empty text. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** A catalog's cell as text, where empty says as little as missing. */
export function textOrNull(cell: Cell | undefined): string | null {
  const text = textOf(cell);
  return text === '' ? null : text;
}

/** A catalog's count; null where the engine has none. */
export function countOrNull(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

/** The one value that a short statement of ours returns, as text. */
export async function readText(session: DatabaseSession, sql: string, signal: AbortSignal): Promise<string> {
  const [row] = await session.read({ sql, parameters: [], ...SHORT_READ }, signal);
  return textOf(row?.[0]);
}
