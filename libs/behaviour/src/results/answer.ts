import type { ResultTable } from '@assay/contracts';
import type { Gathered } from '../statements/gathered-columns.js';
import { cellKeys, rowKey } from './cell-key.js';

/** Data errors are comparable. */
export type AskedOutcome =
  | { kind: 'rows'; result: Pick<ResultTable, 'columns' | 'rows' | 'truncated'> }
  | { kind: 'error' }
  /** Timeout, limit, or missing object. */
  | {
      kind: 'unobserved';
      /** Failed attempts; default 1. */
      tries?: number;
    };

/** A normalised result for comparison: bag or sequence, columns by position or in any order. */
export class Answer {
  readonly rows: readonly string[];
  private bagOnce: string | null = null;
  private columnKeysOnce: string[] | null = null;

  private constructor(
    private readonly cells: readonly string[][],
    readonly width: number,
  ) {
    this.rows = cells.map(rowKey);
  }

  /**
   * @param gathered lists made without ORDER BY: their parts are sorted, since their order is arbitrary
   * @returns null if not observed or truncated
   */
  static of(outcome: AskedOutcome, gathered: readonly Gathered[]): Answer | null {
    if (outcome.kind === 'unobserved') return null;
    // Width -1: errors equal only errors.
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

  get bag(): string {
    this.bagOnce ??= `${this.width} ${[...this.rows].sort().join('\n')}`;
    return this.bagOnce;
  }

  get sequence(): string {
    return `${this.width} ${this.rows.join('\n')}`;
  }

  /** Sorted values per column. */
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

function sortParts(cell: string, separator: string | null): string {
  if (separator !== null) return cell.startsWith('s') ? `s${sorted(cell.slice(1).split(separator), separator)}` : cell;
  const [, open, parts = '', close] = /^([sj][{[])(.*)([}\]])$/s.exec(cell) ?? [];
  return open === undefined ? cell : `${open}${sorted(parts.split(/, ?/), ',')}${close}`;
}

function sorted(parts: readonly string[], separator: string): string {
  return parts.toSorted().join(separator);
}
