import { AGGREGATES, DOUBLES, SMALL, WINDOWS, WORDS, type Grammar } from '../grammar.js';
import { extended, of, DAYS, MOMENTS } from './shared.js';

export const sqlite: Grammar = {
  columns: {
    bigint: {
      kind: 'integer',
      values: [...SMALL.values, '9223372036854775807', '-9223372036854775808', '9007199254740993'],
    },
    'decimal(12,3)': { kind: 'decimal', values: ['0', '-0.001', '123456789.123', '1.5', "'n/a'"] },
    real: { kind: 'float', values: [...DOUBLES, '9e999', '-9e999'] },
    text: { kind: 'text', values: WORDS },
    'varchar(5)': { kind: 'text', values: WORDS },
    date: of('date', ...DAYS),
    timestamp: of('timestamp', ...MOMENTS),
    boolean: { kind: 'condition', values: ['true', 'false'] },
    blob: { kind: 'bytes', values: ["x''", "x'00ff'", "'text'", '1', '1.5'] },
    any: { kind: 'any', values: ['1', "'1'", '1.0', "x'31'", "'1.0'"] },
    json: of('json', '{"a": 1.50, "b": [9007199254740993, null]}', '[1]', '"x"'),
  },
  expressions: extended({
    integer: [
      'unicode({text})',
      "instr({text}, 'a')",
      "cast(strftime('%Y', {date}) as integer)",
      '({condition})',
      '{integer} & 255',
      'cast({text} as integer)',
    ],
    text: [
      "{text} || '|' || {text}",
      'hex({bytes})',
      'typeof({any})',
      'quote({any})',
      "printf('%05d', {integer})",
      'substr({text}, 2)',
      'cast({integer} as text)',
      // SQLite 3.53 returns x'00' for a window of one empty text.
      "group_concat({text} || '.', '|') over (order by t.id)",
    ],
    decimal: ['{decimal} + 1', '({integer} % 97) / 3.0', '{decimal} * 2'],
    float: ['{integer} / 8.0', 'round({float}, 3)'],
    date: ["date({date}, '+1 month')", "date('2024-01-31', '1 day')"],
    timestamp: [
      "datetime({timestamp}, 'start of month')",
      "strftime('%Y-%m-%d %H:%M:%f', {timestamp})",
      'julianday({date})',
      'unixepoch({timestamp})',
    ],
    json: [
      "json_object('k', {integer}, 'd', {float})",
      "{json} ->> '$.b[0]'",
      "{json} -> '$.a'",
      'json_array({text}, null)',
      "json_extract({json}, '$.a')",
    ],
    any: ['coalesce({any}, {bytes})', '+{any}', 'cast({any} as numeric)'],
    condition: ["{text} glob '*a*'", '{any} is {any}', '{date} > {date}'],
  }),
  aggregates: [
    ...AGGREGATES,
    "group_concat({text}, '|')",
    'total({integer} % 97)',
    'json_group_array({integer})',
    'count(*) filter (where {condition})',
    'max({any})',
  ],
  windows: WINDOWS,
  comparable: ['integer', 'text', 'decimal', 'timestamp', 'any', 'bytes', 'float'],
  literal: (value) => `(${value})`,
};
