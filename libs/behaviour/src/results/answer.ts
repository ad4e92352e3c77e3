import type { ResultTable } from '@assay/contracts';
import type { Gathered } from '../statements/gathered-columns.js';
import { cellKeys, rowKey } from './cell-key.js';

/** Outcome of a statement. A data error is a comparable result. */
export type AskedOutcome =
  | { kind: 'rows'; result: Pick<ResultTable, 'columns' | 'rows' | 'truncated'> }
  | { kind: 'error' }
  /** Timeout, limit, or an object that the scratch engine lacks. */
  | {
      kind: 'unobserved';
      /** Failed attempts; default 1. */
      tries?: number;
    };

/** A normalised result: compares rows as bag or sequence, columns by position or in any order. */
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
   * @param gathered columns that aggregate values without order
   * @returns null if not observed
   */
  static of(outcome: AskedOutcome, gathered: readonly Gathered[]): Answer | null {
    if (outcome.kind === 'unobserved') return null;
    // No result has width -1, so errors equal only errors.
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

  /** Key of the row multiset, columns by position. */
  get bag(): string {
    this.bagOnce ??= `${this.width} ${[...this.rows].sort().join('\n')}`;
    return this.bagOnce;
  }

  get sequence(): string {
    return `${this.width} ${this.rows.join('\n')}`;
  }

  /** Values of each column, sorted: invariant under row order. */
  get columnKeys(): readonly string[] {
    this.columnKeysOnce ??= Array.from({ length: Math.max(0, this.width) }, (_, column) =>
      rowKey(this.cells.map((row) => row[column] ?? '').sort()),
    );
    return this.columnKeysOnce;
  }

  reordered(order: readonly number[]): string[] {
    return this.cells.map((row) => rowKey(order.map((column) => row[column] ?? '')));
  }
}

/** Sorts list elements in any of the databases' notations. */
function sortParts(cell: string, separator: string | null): string {
  if (separator !== null) return cell.startsWith('s') ? `s${sorted(cell.slice(1).split(separator), separator)}` : cell;
  const [, open, parts = '', close] = /^([sj][{[])(.*)([}\]])$/s.exec(cell) ?? [];
  return open === undefined ? cell : `${open}${sorted(parts.split(/, ?/), ',')}${close}`;
}

function sorted(parts: readonly string[], separator: string): string {
  return parts.toSorted().join(separator);
}
