import type { ResultTable } from '@assay/contracts';
import type { Gathered } from '../statements/gathered-columns.js';
import { cellKeys, rowKey } from './cell-key.js';

/** What a statement did on a database: a data error is a result like any other. */
export type AskedOutcome =
  | { kind: 'rows'; result: Pick<ResultTable, 'columns' | 'rows' | 'truncated'> }
  | { kind: 'error' }
  /** A timeout, a cap, an object that the scratch engine lacks: nothing is known. */
  | {
      kind: 'unobserved';
      /** How many tries failed; absent: one. */
      tries?: number;
    };

/** A result made ready for comparison: rows as a bag or a sequence, columns by position or in any order. */
export class Answer {
  readonly width: number;
  private readonly cells: readonly string[][];
  readonly rows: readonly string[];
  private bagOnce: string | null = null;
  private columnKeysOnce: string[] | null = null;

  private constructor(cells: readonly string[][], width: number) {
    this.cells = cells;
    this.width = width;
    this.rows = cells.map(rowKey);
  }

  /**
   * @param gathered columns whose values were gathered in no order
   * @returns null where nothing was observed
   */
  static of(outcome: AskedOutcome, gathered: readonly Gathered[]): Answer | null {
    if (outcome.kind === 'unobserved') return null;
    // No result has a row of this width: an error equals errors alone.
    if (outcome.kind === 'error') return new Answer([], -1);
    if (outcome.result.truncated) return null;
    const cells = cellKeys(outcome.result);
    for (const { column, separator } of gathered) {
      for (const row of cells) {
        for (let at = column ?? 0; at <= (column ?? row.length - 1); at += 1) {
          row[at] = sortParts(row[at] ?? '', separator);
        }
      }
    }
    return new Answer(cells, outcome.result.columns.length);
  }

  /** Equal where rows are the same and occur as often, columns by position. */
  get bag(): string {
    this.bagOnce ??= `${this.width} ${[...this.rows].sort().join('\n')}`;
    return this.bagOnce;
  }

  get sequence(): string {
    return `${this.width} ${this.rows.join('\n')}`;
  }

  /** The values of each column in no order: what an order of columns cannot change. */
  get columnKeys(): readonly string[] {
    this.columnKeysOnce ??= Array.from({ length: Math.max(0, this.width) }, (_, column) =>
      rowKey(this.cells.map((row) => row[column] ?? '').sort()),
    );
    return this.columnKeysOnce;
  }

  /** The rows with their columns in another order. */
  reordered(order: readonly number[]): string[] {
    return this.cells.map((row) => rowKey(order.map((column) => row[column] ?? '')));
  }
}

/** The same for the same parts in any order, whichever way the database writes its lists. */
function sortParts(cell: string, separator: string | null): string {
  if (separator !== null) return cell.startsWith('s') ? `s${sorted(cell.slice(1).split(separator), separator)}` : cell;
  const [, open, parts = '', close] = /^([sj][{[])(.*)([}\]])$/s.exec(cell) ?? [];
  return open === undefined ? cell : `${open}${sorted(parts.split(/, ?/), ',')}${close}`;
}

function sorted(parts: readonly string[], separator: string): string {
  return parts.toSorted().join(separator);
}
