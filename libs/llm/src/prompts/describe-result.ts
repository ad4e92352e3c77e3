import { displayType, type Cell } from '@assay/contracts';
import type { CandidateVariables } from './variables.js';

const SHOWN_ROWS = 10;
const SHOWN_CELL_CHARACTERS = 200;
const SHOWN_CHARACTERS = 4000;

export interface ResultTexts {
  columns: string;
  rowCount: number;
  truncated: boolean;
  /** One row per line; null if withheld. */
  rows: string | null;
  rowsShown: number;
  error: string | null;
}

/**
 * A result for prompts: at most ten rows as JSON arrays, with long cells and results cut visibly. Null if not executed.
 * Withholding rows also hides enum labels.
 */
export function describeResult(candidate: CandidateVariables): ResultTexts | null {
  const { execution, rows } = candidate;
  if (execution === null) return null;
  const lines = rows === null ? [] : rowLines(rows);
  return {
    columns: execution.columns
      .map(({ name, type }) => (type ? `${name} (${displayType(type, rows !== null)})` : name))
      .join(', '),
    rowCount: execution.rowCount,
    truncated: execution.truncated,
    rows: rows === null ? null : lines.join('\n'),
    rowsShown: lines.length,
    error: execution.error?.message ?? null,
  };
}

export function rowLines(rows: readonly (readonly Cell[])[]): string[] {
  const lines: string[] = [];
  let characters = 0;
  for (const row of rows.slice(0, SHOWN_ROWS)) {
    const line = JSON.stringify(row.map(shortened));
    characters += line.length;
    if (characters > SHOWN_CHARACTERS && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}

function shortened(cell: Cell): Cell {
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell;
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return text.length > SHOWN_CELL_CHARACTERS ? `${text.slice(0, SHOWN_CELL_CHARACTERS)}… (cut)` : cell;
}
