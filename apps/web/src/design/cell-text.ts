import { typeWord } from '@assay/client';
import type { Cell, ResultColumn } from '@assay/contracts';
import { clockOf, grainOf, MOMENT, periodFormat } from './time-grain.js';

/** Numbers without digit grouping. */
const NAMING_COLUMN = /(^|_)(id|year|zip|code|key|no|nr|number|postcode|account|phone)$/i;
const DOUBLE_TYPE = /float|double|real/i;
/** More are noise of binary fractions. */
const DOUBLE_DIGITS = 15;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Prevents rounding. */
const MOST_DIGITS = 20;

export function isNamingColumn(name: string): boolean {
  return NAMING_COLUMN.test(name.replaceAll(/(?<=[a-z])(?=[A-Z])|\s/g, '_'));
}

export function isNumberColumn({ type }: Pick<ResultColumn, 'type'>): boolean {
  return typeWord(type) === 'number';
}

/** Formats for `locale` (default: the reader's). Copies use the raw value. */
export function cellText(cell: Exclude<Cell, null>, column: ResultColumn, locale?: string): string {
  if (typeof cell === 'object') return JSON.stringify(cell);
  const text = String(cell);
  if (isNumberColumn(column) && DECIMAL.test(text)) return numberText(text, column, locale);
  if (/date|time/.test(typeWord(column.type))) return momentText(text, locale);
  return text;
}

/** For starts of different months or years: writes one. */
export function periodText(
  { type }: Pick<ResultColumn, 'type'>,
  cells: readonly Cell[],
  locale?: string,
): ((text: string) => string) | null {
  const known = [...new Set(cells)].filter((cell) => cell !== null);
  if (!/date|time/.test(typeWord(type)) || known.length < 2) return null;
  if (!known.every((cell) => typeof cell === 'string')) return null;
  const grain = grainOf(known.map(clockOf));
  if (grain !== 'year' && grain !== 'month') return null;
  const format = periodFormat(grain, locale);
  return (text) => format.format(clockOf(text));
}

function numberText(written: string, { name, type }: ResultColumn, locale: string | undefined): string {
  if (isNamingColumn(name)) return written;
  const isRounded = DOUBLE_TYPE.test(type) && !Number.isSafeInteger(Number(written));
  const text = isRounded ? String(Number(Number(written).toPrecision(DOUBLE_DIGITS))) : written;
  if (!DECIMAL.test(text)) return text;
  const digits = text.split('.')[1]?.length ?? 0;
  if (digits > MOST_DIGITS) return text;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // As text: doubles lose digits.
  return format.format(text as Intl.StringNumericLiteral);
}

/** The database's own time, without conversion. */
function momentText(text: string, locale: string | undefined): string {
  const [, day, time, fraction = '', zone = ''] = MOMENT.exec(text) ?? [];
  const date = clockOf(text);
  if ((day === undefined && !DAY.test(text)) || Number.isNaN(date.getTime())) return text;
  const dayText = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
  if (time === undefined) return dayText;
  const isFine = /[1-9]/.test(fraction);
  const timeStyle = isFine || (time.length > 5 && !time.endsWith(':00')) ? 'medium' : 'short';
  const whole = new Intl.DateTimeFormat(locale, { timeStyle, timeZone: 'UTC' }).format(date);
  const timeText = isFine ? whole.replace(/\d{2}(?=\D*$)/, `$&${fraction}`) : whole;
  return `${dayText}, ${timeText}${zone === '' ? '' : ` ${zone === 'Z' ? 'UTC' : zone}`}`;
}
