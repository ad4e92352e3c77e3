const TIME = String.raw`[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?`;
const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

export interface Form {
  type: string;
  /** Of a text that is converted without loss. */
  pattern: string;
  /** For `strptime`; absent: a cast. */
  format?: string;
  isYearFirst?: boolean;
}

/** Not ISO 8601, with or without a time. */
export const LIKE_DATES = String.raw`[0-9]{1,4}([./-])[0-9]{1,2}([./-])([0-9]{2}|[0-9]{4})( [0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?`;

/** DuckDB takes their days for years. */
export const SHORT_YEARS = String.raw`\s*[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2}(\s.*)?`;

const DAYS = ['%d.%m.%Y', '%d/%m/%Y', '%m/%d/%Y', '%Y/%m/%d', '%Y.%m.%d', '%d-%m-%Y', '%m-%d-%Y'];
const SHORT_DAYS = ['.', '/', '-'].flatMap((mark) =>
  [
    ['%d', '%m', '%y'],
    ['%m', '%d', '%y'],
    ['%y', '%m', '%d'],
  ].map((parts) => parts.join(mark)),
);

/** In order of preference: the day before the month. */
export const FORMS: readonly Form[] = [
  { type: 'DATE', pattern: DATE },
  { type: 'TIMESTAMP', pattern: `${DATE}([ T]${TIME})?` },
  { type: 'TIMESTAMP WITH TIME ZONE', pattern: `${DATE}[ T]${TIME} ?(Z|[+-][0-9]{2}(:?[0-9]{2})?)` },
  { type: 'TIME', pattern: TIME },
  { type: 'BOOLEAN', pattern: '(?i)true|false' },
  ...[...DAYS, ...SHORT_DAYS].flatMap((day) => [
    formOf('DATE', day),
    formOf('TIMESTAMP', `${day} %H:%M:%S`),
    formOf('TIMESTAMP', `${day} %H:%M`),
  ]),
];

function formOf(type: string, format: string): Form {
  const digits: Readonly<Record<string, string>> = { Y: '{4}', d: '{1,2}', m: '{1,2}', H: '{1,2}' };
  const pattern = format.replaceAll('.', '[.]').replace(/%(.)/g, (_, part: string) => `[0-9]${digits[part] ?? '{2}'}`);
  return { type, pattern, format, isYearFirst: format.startsWith('%y') };
}

/**
 * The form for values that several fit.
 * @param fitting in order of preference
 * @param variesLess whether the first numbers differ less than the last: they are the years
 */
export function orderOf(fitting: readonly Form[], variesLess: boolean): { form: Form | undefined; isUnclear: boolean } {
  const yearFirst = fitting.find(({ isYearFirst }) => isYearFirst);
  const form = variesLess ? (yearFirst ?? fitting[0]) : fitting[0];
  // ISO 8601 is clear. With a full year at the end, dots have the day first.
  const isClear = form?.format === undefined || form.format.startsWith('%d.%m.%Y');
  return { form, isUnclear: !isClear && fitting.some((other) => other.type === form?.type && other !== form) };
}
