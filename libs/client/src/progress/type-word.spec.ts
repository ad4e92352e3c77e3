import { expect, it } from '@jest/globals';
import { DIALECTS } from '@assay/contracts';
import { typeWord } from './type-word.js';

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
