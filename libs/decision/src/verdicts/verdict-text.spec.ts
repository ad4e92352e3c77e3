import type { Verdict } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseVerdicts } from './parse-verdicts.js';
import { formatVerdicts, type TextVerdict } from './verdict-text.js';

const ok: TextVerdict = { verdict: 'PASS', reason: '' };
const ko = (reason: string): TextVerdict => ({ verdict: 'FAIL', reason });
const open: TextVerdict = { verdict: 'UNDECIDED', reason: '' };

describe('formatVerdicts', () => {
  it.each<[TextVerdict[], string]>([
    [[ok, ko('no filter'), open], 'SQL #1: OK, KO - no filter, ??'],
    [[ko('')], 'SQL #1: KO'],
    [[ko('a, OK, b')], 'SQL #1: KO - "a, OK, b"'],
    [[ko('it says "no"')], 'SQL #1: KO - "it says \\"no\\""'],
    [[ko('C:\\temp')], 'SQL #1: KO - "C:\\\\temp"'],
    [[ko('two\nlines')], 'SQL #1: KO - "two\\nlines"'],
    [[ko(' spaced ')], 'SQL #1: KO - " spaced "'],
    [[ko('OK')], 'SQL #1: KO - "OK"'],
    [[ko('??')], 'SQL #1: KO - "??"'],
    [[], 'SQL #1:'],
  ])('%j', (verdicts, text) => {
    expect(formatVerdicts(1, verdicts)).toBe(text);
  });

  it('leaves reasons of passed and undecided tests out', () => {
    expect(
      formatVerdicts(2, [
        { verdict: 'PASS', reason: 'fine' },
        { ...open, reason: 'dead' },
      ]),
    ).toBe('SQL #2: OK, ??');
  });
});

describe('parseVerdicts', () => {
  it('reads back whatever the reasons contain', () => {
    const pieces = fc.constantFrom(
      'OK',
      'KO',
      '??',
      ',',
      ' - ',
      '"',
      '\\',
      '\n',
      '\r',
      '\u2028',
      ' ',
      ':',
      'é',
      '\ud800',
      'x',
    );
    const reason = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    const verdict: fc.Arbitrary<TextVerdict> = fc.oneof(
      fc.constant(ok),
      fc.constant(open),
      reason.map((text) => ko(text)),
    );
    fc.assert(
      fc.property(fc.nat({ max: 999 }), fc.array(verdict), (number, verdicts) => {
        const text = formatVerdicts(number, verdicts);
        expect(text).not.toMatch(/[\n\r\u2028\u2029\u0085]/u);
        expect(parseVerdicts(text)).toEqual({ number, verdicts });
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, TextVerdict[]]>([
    ['sql #3 : ok,ko:no filter ,??', [ok, ko('no filter'), open]],
    ['SQL #3: OK, KO - no join, no filter, OK', [ok, ko('no join, no filter'), ok]],
    ['SQL #3: KO – the "name" is missing, OK', [ko('the "name" is missing'), ok]],
    ['SQL #3: KO - "said" twice, OK', [ko('"said" twice'), ok]],
    ['SQL #3: OK - all good, KO', [ok, ko('')]],
    ['SQL #3: KO - wrong, okay otherwise', [ko('wrong, okay otherwise')]],
    ['\n SQL #3: OK \n', [ok]],
  ])('forgives models: %s', (text, verdicts) => {
    expect(parseVerdicts(text)).toEqual({ number: 3, verdicts });
  });

  it.each(['', 'OK, KO', 'SQL #: OK', 'SQL #1 OK', 'SQL #1: maybe', 'SQL #1: OK,', 'SQL #1: OK,, KO'])(
    'does not guess at %j',
    (text) => {
      expect(parseVerdicts(text)).toBeNull();
    },
  );

  it('answers any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rest) => {
        const parsed = parseVerdicts(`SQL #1: ${rest}`);
        const known: Verdict[] = ['PASS', 'FAIL', 'UNDECIDED'];
        for (const { verdict } of parsed?.verdicts ?? []) expect(known).toContain(verdict);
      }),
    );
  });
});
