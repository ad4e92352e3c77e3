import type { Dialect } from '@assay/contracts';
import { StatementText } from './statement-text.js';

const LIMITS = ['limit', 'offset', 'fetch'];

/** Whether the outermost statement has ORDER BY. By tokens, so unparsable text works. */
export async function ordersRows(sql: string, dialect: Dialect): Promise<boolean> {
  const text = new StatementText(sql, dialect);
  for (let [from, to] = [0, text.length]; ;) {
    const isOrdered = [...text.level(from, to)].some(
      (place) => text.word(place) === 'order' && text.word(place + 1) === 'by',
    );
    if (isOrdered) return true;
    // `(SELECT … ORDER BY …) LIMIT 5`: the parentheses contain the whole statement.
    const close = text.word(from) === '(' ? text.partner(from) : from;
    if (close === from || (close < to - 1 && !LIMITS.includes(text.word(close + 1)))) return false;
    [from, to] = [from + 1, close];
  }
}
