import type { Cell } from '@assay/contracts';
import type { DatabaseSession } from '../session.js';
import { SHORT_READ } from './limits.js';

/** Null becomes ''. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** Empty becomes null. */
export function textOrNull(cell: Cell | undefined): string | null {
  const text = textOf(cell);
  return text === '' ? null : text;
}

export function countOrNull(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

export async function readText(session: DatabaseSession, sql: string, signal: AbortSignal): Promise<string> {
  const [row] = await session.read({ sql, parameters: [], ...SHORT_READ }, signal);
  return textOf(row?.[0]);
}
