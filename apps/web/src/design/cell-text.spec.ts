import { describe, expect, it } from '@jest/globals';
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
  ])('writes %s of %s (%s) in %s as %s', (cell, name, type, locale, text) => {
    expect(cellText(cell, { name, type }, locale)).toBe(text);
  });
});

it.each([
  ['bpchar', 'text'],
  ['character varying', 'text'],
  ['int8', 'number'],
  ['DECIMAL(18,3)', 'number'],
  ['date', 'date'],
  ['timestamptz', 'time'],
  ['TIME', 'time'],
  ['interval', 'duration'],
  ['bool', 'yes or no'],
  ['_text', 'list'],
  ['VARCHAR[]', 'list'],
  ["enum('part-time','internal')", 'text'],
  ['STRUCT(a INTEGER)', 'struct'],
  ['INTEGER[3]', 'list'],
  ['point', 'point'],
  ['jsonb', 'jsonb'],
])('calls the type %s %s', (type, word) => {
  expect(typeWord(type)).toBe(word);
});
