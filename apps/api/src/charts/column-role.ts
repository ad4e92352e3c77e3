import type { Cell } from '@assay/contracts';

/** Role of a column in a chart; `other` is not drawn, `id` not measured or compared. */
export type ColumnRole = 'time' | 'category' | 'number' | 'id' | 'other';

const TIME =
  /^(\d{4}-\d{2}(?:-\d{2})?)(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?)?$/;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMERIC_TYPE = /int|num|dec|float|double|real|money|serial/i;
/** `id`, `customer_id`, `orderNo`, `zip_code`: identifiers. */
const ID_NAME =
  /(^|[_\s.-])(id|ids|uuid|guid|key|no|nr|zip|postcode|code|sku|isbn|phone)$|[a-z](Id|Uuid|Key|No|Nr|Code)$/;
const YEAR_NAME = /(^|[_\s.-])(year|yr|jahr|annee|année|año|anno)$|[a-z]Year$/i;
const MONTH_NAME = /month|monat|yyyymm/i;
/** 202401, as ClickHouse's toYYYYMM gives it. */
const YEAR_MONTH = /^([12]\d{3})(0[1-9]|1[0-2])$/;
const PART_NAME = /(^|[_\s.-])(month|quarter|week|weekday|day|hour|dow|monat|quartal|woche|tag|stunde)$/i;
const PERIOD_NAME = /(^|[_\s.-])(per|this|last|next)[_\s.-][^\W_]+$/i;
const MOST_PARTS = 366;
/** Longer texts are no labels. */
const LABEL_CHARACTERS = 80;

export function roleOf(column: { name: string; type: string }, values: readonly Cell[]): ColumnRole {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || !known.every(isPlain)) return 'other';
  if (isId(column.name, known)) return 'id';
  const numbers = known.map((value) => numberOf(value, column.type));
  if (numbers.every((number) => number !== null)) return numberRole(column.name.replace(/\(.*\)$/s, ''), numbers);
  if (known.every((value) => typeof value === 'string' && isoTime(value) !== null)) return 'time';
  return known.every((value) => String(value).length <= LABEL_CHARACTERS) ? 'category' : 'other';
}

/** Codes in letters, such as those of countries, are categories. */
function isId(name: string, known: readonly (string | number | boolean)[]): boolean {
  if (known.every((value) => UUID.test(String(value)))) return true;
  return ID_NAME.test(name) && !(/code$/i.test(name) && known.every((value) => /^[a-z]{1,8}$/i.test(String(value))));
}

/** @param name without arguments, such as those of `YEAR(day)` */
function numberRole(name: string, numbers: readonly number[]): ColumnRole {
  if (PERIOD_NAME.test(name)) return 'number';
  const whole = numbers.every(Number.isInteger);
  if (whole && YEAR_NAME.test(name)) return numbers.every((year) => year >= 1000 && year < 3000) ? 'time' : 'number';
  if (MONTH_NAME.test(name) && numbers.every((month) => YEAR_MONTH.test(String(month)))) return 'time';
  const isPart = PART_NAME.test(name) && numbers.every((part) => part >= 0 && part <= MOST_PARTS);
  return whole && isPart ? 'category' : 'number';
}

/** In ISO 8601, which `Date.parse` reads everywhere; a time without a zone is UTC. */
export function drawnTime(cell: string | number | boolean): string {
  const text = String(cell).replace(YEAR_MONTH, '$1-$2');
  return isoTime(text) ?? text;
}

function isoTime(text: string): string | null {
  const [, date, time, utc = 'Z', hours, minutes = '00'] = TIME.exec(text) ?? [];
  const zone = hours === undefined ? utc : `${hours}:${minutes}`;
  const iso = time === undefined ? date : `${date}T${time}${zone}`;
  return iso === undefined || Number.isNaN(Date.parse(iso)) ? null : iso;
}

/** Null if not a number or out of range. */
export function numberOf(value: Cell, type: string): number | null {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && NUMERIC_TYPE.test(type) && NUMBER.test(value));
  const number = isNumber ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function isPlain(value: Cell): value is string | number | boolean {
  return typeof value !== 'object';
}
