import { describe, expect, it } from '@jest/globals';
import { cellText, periodText } from './cell-text.js';

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

describe('columns of months and years', () => {
  it.each([
    ['date', ['2024-01-01', null, '2024-02-01']],
    ['timestamptz', ['2024-01-01 00:00:00+00', '2024-02-01 00:00:00+00']],
    ['DateTime', ['2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z']],
    ['timestamptz', ['2024-01-01 00:00:00+01:00', '2024-02-01 00:00:00+01:00']],
  ])('of %s show their months', (type, cells) => {
    expect(periodText({ type }, cells, 'en-US')?.(String(cells.at(-1)))).toBe('Feb 2024');
  });

  it('show their years', () => {
    expect(periodText({ type: 'date' }, ['2023-01-01', '2024-01-01'], 'en-US')?.('2024-01-01')).toBe('2024');
  });

  it.each([
    ['date', ['2024-01-01', '2024-01-01']],
    ['date', ['2024-01-01', '2024-02-02']],
    ['timestamp', ['2024-01-01 00:00:00', '2024-02-01 00:00:01']],
    ['text', ['2024-01-01', '2024-02-01']],
    ['date', []],
  ])('are not %s of %j', (type, cells) => {
    expect(periodText({ type }, cells)).toBeNull();
  });
});
