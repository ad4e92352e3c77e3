export interface Grammar {
  /** Kind and literals by type. */
  columns: Readonly<Record<string, { kind: string; values: readonly string[] }>>;
  /** Templates by kind; `{kind}` is an expression of a kind. */
  expressions: Readonly<Record<string, readonly string[]>>;
  aggregates: readonly string[];
  windows: readonly string[];
  /** Kinds that set operations compare. */
  comparable: readonly string[];
  literal: (value: string, type: string) => string;
}

const INTEGERS = ['0', '1', '-1', '7', '42', '-1000', '32767'];

export const SMALL = { kind: 'integer', values: INTEGERS };
export const WORDS = [
  "''",
  "' '",
  "'abc'",
  "'It''s'",
  "'NULL'",
  "'Łódź'",
  "'日本\u{1F600}'",
  '\'a,b;"c"\'',
  "'-0'",
  "'007'",
];
export const DOUBLES = ['0.1', '-0.0', '1e308', '5e-324', '123456789.123', '-1e-7', '1e21', '9007199254740993'];

/** Expressions that all dialects share. */
export const COMMON: Readonly<Record<string, readonly string[]>> = {
  integer: [
    '({integer} % 97)',
    '({integer} % 97) + ({integer} % 89)',
    'abs({integer} % 1000)',
    'case when {condition} then {integer} else 5 end',
    'coalesce({integer}, 0)',
    'nullif({integer}, 1)',
    'length({text})',
  ],
  text: [
    'upper({text})',
    'lower({text})',
    "coalesce({text}, '?')",
    'case when {condition} then {text} end',
    "replace({text}, 'a', '\\')",
    'trim({text})',
  ],
  decimal: [
    'round({decimal}, 2)',
    '-({decimal})',
    'coalesce({decimal}, 1.50)',
    'case when {condition} then {decimal} end',
  ],
  float: ['-({float})', 'abs({float})', 'coalesce({float}, 0.5)', 'nullif({float}, 0.1)'],
  condition: [
    '{integer} > {integer}',
    '{integer} between 0 and 100',
    '{integer} in (0, 1, 42)',
    "{text} like '%a%'",
    '{text} is null',
    '{date} is not null',
    '{decimal} >= {decimal}',
    'not ({condition})',
    '({condition} and {condition})',
    '({condition} or {condition})',
  ],
};

export const AGGREGATES = [
  'count(*)',
  'count({text})',
  'count(distinct {integer})',
  'min({integer})',
  'max({decimal})',
  'min({text})',
  'max({date})',
  'sum({integer} % 97)',
  'sum({decimal})',
  'avg({integer} % 97)',
  'min({float})',
];

export const WINDOWS = [
  'row_number() over (order by t.id)',
  'rank() over (order by {integer})',
  'lag({text}) over (order by t.id)',
  'lead({date}, 2) over (order by t.id)',
  'sum({integer} % 97) over (order by t.id)',
  'first_value({decimal}) over (order by t.id)',
  'max({decimal}) over (partition by {condition} order by t.id rows between 1 preceding and current row)',
  'ntile(3) over (order by t.id)',
];
