import type { ColumnReference } from './statement-facts.js';

const COMPARISONS = new Set(['=', '==', '<', '>', '<=', '>=', '<>', '!=']);
const SET_OPERATIONS = new Set(['union', 'intersect', 'except', 'minus']);

/** Compared columns: `a.x = b.y`, `x in (select y …)`, set operations. */
export class LinkedColumns {
  readonly pairs: [ColumnReference, ColumnReference][] = [];
  private last: ColumnReference | null = null;
  private link: ColumnReference | null = null;
  /** First column of the current SELECT, and of the previous operand. */
  private first: ColumnReference | null = null;
  private operand: ColumnReference | null = null;
  private beginsSelect = false;

  visitColumn(column: ColumnReference): void {
    if (this.link !== null) this.pair(this.link, column);
    if (this.beginsSelect) {
      this.first ??= column;
      if (this.operand !== null) this.pair(this.operand, column);
    }
    if (this.beginsSelect) this.operand = null;
    this.beginsSelect = false;
    this.link = null;
    this.last = column;
  }

  visitWord(word: string): void {
    if (COMPARISONS.has(word) || word === 'in') this.link = this.last;
    else if (word === 'and' || word === 'or' || word === 'where' || word === 'group' || word === 'order') {
      this.link = null;
    }
    if (word === 'select') this.beginsSelect = true;
    if (SET_OPERATIONS.has(word)) {
      this.operand = this.first;
      this.first = null;
    }
  }

  private pair(left: ColumnReference, right: ColumnReference): void {
    this.pairs.push([left, right]);
  }
}
