/** A line of the base by its number, from 0; below 0 the line `-1 - number` with its last comma put or taken away; or a text. */
export type LineReference = number | string;

/** Lines that the base does not have, as a part of all: with more of them a text is no reordering of it. */
const MOST_NEW = 1 / 4;

/** A text as lines of another one; null where it has too many of its own. `restoreOrder` makes the text of it again. */
export function orderOf(base: string, text: string): LineReference[] | null {
  const numbers = new Map(base.split('\n').map((line, number) => [line, number]));
  const lines = text.split('\n').map((line) => {
    const toggled = toggleComma(line);
    const other = toggleComma(toggled) === line ? numbers.get(toggled) : undefined;
    return numbers.get(line) ?? (other === undefined ? line : -1 - other);
  });
  const added = lines.filter((line) => typeof line === 'string').length;
  return added <= lines.length * MOST_NEW ? lines : null;
}

/** The text that `orderOf` was given. */
export function restoreOrder(base: string, lines: readonly LineReference[]): string {
  const known = base.split('\n');
  const lineOf = (number: number): string => known[number] ?? '';
  return lines
    .map((line) => (typeof line === 'string' ? line : line >= 0 ? lineOf(line) : toggleComma(lineOf(-1 - line))))
    .join('\n');
}

/** Lists end without a comma: what is last in one order is not in another. */
function toggleComma(line: string): string {
  return line.endsWith(',') ? line.slice(0, -1) : `${line},`;
}
