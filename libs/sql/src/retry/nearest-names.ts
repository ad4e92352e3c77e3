import type { DatabaseSchema } from '@assay/contracts';
import { qualifiedName } from '../schema/qualified-name.js';

/** A real name that is close to one that does not exist. */
export interface NearName {
  kind: 'table' | 'column';
  /** `table`, or `table.column`, with the schema where there is one. */
  name: string;
  /** 0 (nothing alike) to 1 (the same but for case). */
  likeness: number;
}

/** Names less alike than this are no help. */
const LEAST_LIKENESS = 0.5;

/**
 * The names of the schema nearest to a wrong one (`customer.custmer_id`, `"Custmers"`, `orders`), best first: by edit
 * distance (Damerau–Levenshtein, optimal string alignment) and shared words. Columns of the table that the wrong name
 * is qualified with come first among equals.
 */
export function nearestNames(schema: DatabaseSchema, wrong: string, limit = 3): NearName[] {
  const parts = wrong
    .replaceAll(/["`[\]]/g, '')
    .toLowerCase()
    .split('.');
  const last = parts.at(-1) ?? '';
  const qualifier = parts.at(-2) ?? null;
  const names = schema.tables.flatMap((table): NearName[] => {
    const qualified = qualifiedName(table);
    const inTable = qualifier !== null && table.name.toLowerCase() === qualifier ? 0.05 : 0;
    const columns = table.columns.map((column): NearName => ({
      kind: 'column',
      name: `${qualified}.${column.name}`,
      likeness: likenessOf(last, column.name.toLowerCase()) + inTable,
    }));
    return [{ kind: 'table', name: qualified, likeness: likenessOf(last, table.name.toLowerCase()) }, ...columns];
  });
  return names
    .filter((name) => name.likeness >= LEAST_LIKENESS)
    .sort((left, right) => right.likeness - left.likeness || left.name.localeCompare(right.name))
    .slice(0, limit);
}

function likenessOf(left: string, right: string): number {
  const longest = Math.max(left.length, right.length);
  const byLetters = longest === 0 ? 0 : 1 - editDistance(left, right) / longest;
  return Math.max(byLetters, 0.9 * sharedWords(left, right));
}

function sharedWords(left: string, right: string): number {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(one.size, other.size, 1);
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split(/[^\p{L}\p{N}]+/u).map((word) => word.replace(/s$/, '')));
}

/** Insertions, deletions, substitutions and swaps of neighbours that make one text the other. */
function editDistance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    const previous = rows[row - 1] ?? [];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) best = Math.min(best, (rows[row - 2]?.[column - 2] ?? 0) + 1);
      current.push(best);
    }
    rows.push(current);
  }
  return rows[left.length]?.[right.length] ?? 0;
}
