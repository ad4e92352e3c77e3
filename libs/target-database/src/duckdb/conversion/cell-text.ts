const DAY_MS = 86_400_000;
/** Day 0 of serial numbers; Excel counts a nonexistent 29 February 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const MOST_DAYS = 2_958_466;

/** Ids of built-in date and time formats (ECMA-376 part 1, 18.8.30). */
const DATE_FORMATS: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

export function showsDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_./gi, '');
  return !/^general$/i.test(bare) && /[ymdhs]/i.test(bare);
}

/** ISO 8601 date, time (below one day) or both; null out of range. */
export function dateText(serial: number, is1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= MOST_DAYS) return null;
  // Days before the nonexistent one are one later.
  const days = !is1904 && serial >= 1 && serial < 60 ? serial + 1 : serial;
  const at = new Date(Math.round(((is1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY_MS) / 1000) * 1000).toISOString();
  const [day = '', time = ''] = [at.slice(0, 10), at.slice(11, 19)];
  if (serial < 1 && !is1904) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** Null becomes an empty field, an empty text a quoted one. */
export function csvLine(cells: readonly (string | null)[]): string {
  const fields = Array.from(cells, (cell) => {
    if (cell === null || cell === undefined) return '';
    return /^$|[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  // An empty line would not be a row.
  return `${fields.length === 1 && fields[0] === '' ? '""' : fields.join(',')}\n`;
}
