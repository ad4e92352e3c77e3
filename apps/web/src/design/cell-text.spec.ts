import { describe, expect, it } from '@jest/globals';
import { DIALECTS } from '@assay/contracts';
import { cellText, typeWord } from './cell-text.js';

describe('cellText', () => {
  it.each([
    ['1234567', 'n', 'int8', 'en-US', '1,234,567'],
    ['9007199254740993', 'n', 'int8', 'en-US', '9,007,199,254,740,993'],
    ['1234.50', 'revenue', 'numeric', 'de-DE', '1.234,50'],
    [0.1, 'share', 'float8', 'en-US', '0.1'],
    [0.1 + 0.2, 'share', 'float8', 'en-US', '0.3'],
    [138662548.7000002, 'revenue', 'DOUBLE', 'en-US', '138,662,548.7'],
    ['138662548.7000002', 'revenue', 'numeric', 'en-US', '138,662,548.7000002'],
    [0.00000012, 'share', 'float8', 'en-US', '1.2e-7'],
    ['2024', 'year', 'int4', 'en-US', '2024'],
    [12345, 'customer_id', 'int4', 'en-US', '12345'],
    ['01234', 'zip', 'text', 'en-US', '01234'],
    ['2024-03-01', 'day', 'date', 'en-US', 'Mar 1, 2024'],
    ['2024-03-01', 'day', 'date', 'de-DE', '01.03.2024'],
    ['2024-03-01T23:30:00', 'at', 'timestamp', 'de-DE', '01.03.2024, 23:30'],
    ['2024-03-01 23:30:05.25+02', 'at', 'timestamptz', 'de-DE', '01.03.2024, 23:30:05.25 +02'],
    ['2024-03-01 12:00:00.123456', 'at', 'timestamp', 'en-US', 'Mar 1, 2024, 12:00:00.123456 PM'],
    ['2024-03-01 12:00:00.000', 'at', 'timestamp', 'en-US', 'Mar 1, 2024, 12:00 PM'],
    ['1234567890123', 'bank_account', 'int8', 'en-US', '1234567890123'],
    ['infinity', 'at', 'timestamp', 'en-US', 'infinity'],
    ['NaN', 'n', 'numeric', 'en-US', 'NaN'],
    ['2024-03-01', 'note', 'text', 'de-DE', '2024-03-01'],
    ['2024-03-01', 'note', "Enum8('date' = 1)", 'de-DE', '2024-03-01'],
    ['2024-03-01', 'day', 'Date32', 'de-DE', '01.03.2024'],
  ])('writes %s of %s (%s) in %s as %s', (cell, name, type, locale, text) => {
    expect(cellText(cell, { name, type }, locale)).toBe(text);
  });
});

/** By word, the types that our drivers report. */
const TYPES: Record<string, Record<string, readonly string[]>> = {
  postgres: {
    text: ['bpchar', 'character varying', 'citext', 'uuid', 'name', 'inet', 'xml'],
    number: ['int8', 'numeric(10,2)', 'double precision', 'money', 'bigserial'],
    date: ['date'],
    time: ['timestamptz', 'timestamp(3) without time zone', 'time'],
    duration: ['interval'],
    'yes or no': ['bool', 'bit(1)'],
    list: ['_text', 'integer[]'],
    range: ['int4range', 'daterange', 'tstzmultirange'],
    binary: ['bytea', 'bit(3)', 'bit varying(8)'],
    shape: ['point', 'geometry(Point,4326)'],
    JSON: ['jsonb'],
    mood: ['mood'],
  },
  mysql: {
    text: ['varchar(20)', 'longtext', "enum('part-time','internal')", "set('a')"],
    number: ['tinyint(1)', 'int unsigned', 'decimal(10,2)'],
    time: ['datetime', 'timestamp(6)', 'time'],
    'yes or no': ['bit(1)', 'bit'],
    binary: ['blob', 'varbinary(16)', 'bit(8)'],
    year: ['year'],
    shape: ['geometry', 'point', 'multilinestring'],
    JSON: ['json'],
  },
  sqlserver: {
    text: ['nvarchar(max)', 'uniqueidentifier', 'ntext'],
    number: ['bigint', 'smallmoney', 'real'],
    date: ['date'],
    time: ['datetime2(7)', 'datetimeoffset', 'smalldatetime'],
    'yes or no': ['bit'],
    binary: ['varbinary(max)', 'image'],
    mixed: ['sql_variant'],
  },
  oracle: {
    text: ['VARCHAR2(20)', 'NCLOB', 'LONG', 'UROWID', 'XMLTYPE'],
    number: ['NUMBER(10,2)', 'BINARY_DOUBLE', 'FLOAT(126)'],
    date: ['DATE'],
    time: ['TIMESTAMP(6) WITH TIME ZONE'],
    duration: ['INTERVAL DAY(2) TO SECOND(6)'],
    binary: ['RAW(16)', 'LONG RAW', 'BLOB'],
    'yes or no': ['BOOLEAN'],
  },
  clickhouse: {
    text: ['String', 'FixedString(3)', "Enum8('a' = 1)", 'UUID', 'IPv4'],
    number: ['UInt64', 'Decimal(18, 3)', 'Float32'],
    date: ['Date', 'Date32'],
    time: ['DateTime', "DateTime64(3, 'UTC')"],
    duration: ['IntervalDay'],
    'yes or no': ['Bool'],
    list: ['Array(UInt8)', 'Array(Tuple(a Date))'],
    record: ['Tuple(a Int32, b String)'],
    map: ['Map(String, UInt64)'],
    mixed: ['Variant(Int8, String)', 'Dynamic'],
  },
  duckdb: {
    text: ['VARCHAR', "ENUM('a', 'b')", 'UUID'],
    number: ['HUGEINT', 'DECIMAL(18,3)', 'DOUBLE'],
    date: ['DATE'],
    time: ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMP_NS', 'TIME'],
    duration: ['INTERVAL'],
    'yes or no': ['BOOLEAN'],
    list: ['VARCHAR[]', 'INTEGER[3]', 'STRUCT(a INTEGER)[]'],
    record: ['STRUCT(a INTEGER)'],
    map: ['MAP(VARCHAR, INTEGER)'],
    mixed: ['UNION(num INTEGER, str VARCHAR)'],
    binary: ['BLOB'],
  },
  sqlite: {
    text: ['TEXT', 'VARCHAR(20)'],
    number: ['INTEGER', 'REAL', 'NUMERIC'],
    date: ['DATE'],
    time: ['DATETIME'],
    'yes or no': ['BOOLEAN'],
    binary: ['BLOB'],
  },
};

it.each(Object.entries(TYPES))('calls the types of %s by plain words', (_, words) => {
  for (const [word, types] of Object.entries(words)) {
    expect(types.map((type) => [type, typeWord(type)])).toEqual(types.map((type) => [type, word]));
  }
});

it('covers every dialect', () => {
  expect(Object.keys(TYPES).sort()).toEqual(DIALECTS.filter((dialect) => dialect !== 'mariadb').sort());
});
