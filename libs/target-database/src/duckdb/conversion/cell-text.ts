const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
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

export interface TimeFormat {
  /** As in `[h]:mm`. */
  isElapsed: boolean;
  /** Milliseconds. */
  unit: number;
}

/** Null: no date. */
export function timeFormat(id: number, code: string | undefined): TimeFormat | null {
  if (code === undefined) {
    const isDate = DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
    return isDate ? { isElapsed: id === 46, unit: id === 47 ? 1 : 1000 } : null;
  }
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_./gi, '');
  if (/^general$/i.test(bare) || !/[ymdhs]/i.test(bare)) return null;
  return { isElapsed: /\[[hms]+\]/i.test(bare), unit: /s\]?\.0/i.test(bare) ? 1 : 1000 };
}

/** ISO 8601 date, time (below one day) or both, or hours of a duration; null out of range. */
export function timeText(serial: number, { isElapsed, unit }: TimeFormat, is1904: boolean): string | null {
  if (!Number.isFinite(serial) || Math.abs(serial) >= MOST_DAYS) return null;
  const rounded = (days: number): number => Math.round((days * DAY_MS) / unit) * unit;
  if (isElapsed) {
    const ms = rounded(Math.abs(serial));
    const hours = String(Math.floor(ms / HOUR_MS)).padStart(2, '0');
    return `${serial < 0 && ms > 0 ? '-' : ''}${hours}${new Date(ms % HOUR_MS).toISOString().slice(13, 23)}`.replace(
      '.000',
      '',
    );
  }
  if (serial < 0) return null;
  // Days before the nonexistent one are one later.
  const days = !is1904 && serial >= 1 && serial < 60 ? serial + 1 : serial;
  const at = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + rounded(days))
    .toISOString()
    .slice(0, 23)
    .replace('.000', '');
  const [day = '', time = ''] = [at.slice(0, 10), at.slice(11)];
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
