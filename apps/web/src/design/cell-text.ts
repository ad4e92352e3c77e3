import type { Cell, ResultColumn } from '@assay/contracts';

/** The first that matches a type in lower case, without parameters, applies. */
const TYPE_WORDS: readonly (readonly [type: RegExp, word: string])[] = [
  [/^_|^array/, 'list'],
  [/^(?:struct|tuple|row|record|object|nested)$/, 'record'],
  [/^(?:map|hstore)$/, 'map'],
  [/union|variant|dynamic/, 'mixed'],
  [/point|^geo|polygon|^(?:multi)?line|^ring$|^lseg$|^box$|^path$|^circle$/, 'shape'],
  [/^json/, 'JSON'],
  [/char|text|clob|string|enum|^set$|^uuid|^uniqueid|^name$|^inet|^cidr|^ipv|^macaddr|xml|rowid|^long$/, 'text'],
  [/interval/, 'duration'],
  [/range/, 'range'],
  [/^(?:var)?binary$|blob|bytea|raw$|^image$|^varbit|^bit varying/, 'binary'],
  [/bool|^bit$/, 'yes or no'],
  [/int|numeric|decimal|float|double|real|number|money|serial/, 'number'],
  [/^date(?:32)?$/, 'date'],
  [/date|time/, 'time'],
];
/** Numbers without digit grouping. */
const NAMING_COLUMN = /(^|_)(id|year|zip|code|key|no|nr|number|postcode|account|phone)$/i;
const DOUBLE_TYPE = /float|double|real/i;
/** More are noise of binary fractions. */
const DOUBLE_DIGITS = 15;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;
/** Prevents rounding. */
const MOST_DIGITS = 20;

export function isNamingColumn(name: string): boolean {
  return NAMING_COLUMN.test(name);
}

export function isNumberColumn({ type }: Pick<ResultColumn, 'type'>): boolean {
  return typeWord(type) === 'number';
}

/** Such as `number` or `yes or no`; unknown ones keep their name. */
export function typeWord(type: string): string {
  if (/\[\d*\]$/.test(type)) return 'list';
  if (/^bit\((?!1\))/i.test(type)) return 'binary';
  const name = type.toLowerCase().replace(/\(.*/s, '');
  return TYPE_WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? type;
}

/** Formats for `locale` (default: the reader's). Copies use the raw value. */
export function cellText(cell: Exclude<Cell, null>, column: ResultColumn, locale?: string): string {
  if (typeof cell === 'object') return JSON.stringify(cell);
  const text = String(cell);
  if (isNumberColumn(column) && DECIMAL.test(text)) return numberText(text, column, locale);
  if (/date|time/.test(typeWord(column.type))) return momentText(text, locale);
  return text;
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
  const date = new Date(`${day ?? text}T${time ?? '00:00'}Z`);
  if ((day === undefined && !DAY.test(text)) || Number.isNaN(date.getTime())) return text;
  const dayText = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
  if (time === undefined) return dayText;
  const isFine = /[1-9]/.test(fraction);
  const timeStyle = isFine || (time.length > 5 && !time.endsWith(':00')) ? 'medium' : 'short';
  const whole = new Intl.DateTimeFormat(locale, { timeStyle, timeZone: 'UTC' }).format(date);
  const timeText = isFine ? whole.replace(/\d{2}(?=\D*$)/, `$&${fraction}`) : whole;
  return `${dayText}, ${timeText}${zone === '' ? '' : ` ${zone === 'Z' ? 'UTC' : zone}`}`;
}
