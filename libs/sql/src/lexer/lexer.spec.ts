import { describe, expect, it } from '@jest/globals';
import { DIALECTS, type Dialect } from '@assay/contracts';
import fc from 'fast-check';
import { tokenize } from './lexer.js';
import { blankComments } from './statement-tokens.js';

function kinds(sql: string, dialect: Dialect): string[] {
  return tokenize(sql, dialect).tokens.map(({ kind, text }) => `${kind} ${text}`);
}

describe('tokenize', () => {
  it.each([
    [
      'postgres',
      "E'a\\'b' $x$it's$x$ U&'d' \"q\"\"q\"",
      ["string E'a\\'b'", "string $x$it's$x$", "string U&'d'", 'quoted "q""q"'],
    ],
    ['postgres', "'a\\' b", ["string 'a\\'", 'word b']],
    ['postgres', 'a /* /* x */ */ b', ['word a', 'comment /* /* x */ */', 'word b']],
    ['postgres', 'a->>b $1', ['word a', 'symbol ->>', 'word b', 'parameter $1']],
    [
      'mysql',
      `'a\\'b' "c" \`d\` 2021_x 0x1F # e`,
      ["string 'a\\'b'", 'string "c"', 'quoted `d`', 'word 2021_x', 'number 0x1F', 'comment # e'],
    ],
    ['mysql', '1 --1\n-- x', ['number 1', 'symbol -', 'symbol -', 'number 1', 'comment -- x']],
    [
      'clickhouse',
      `'a\\'b' \`c\\\`d\` "e\\"f" x'41' b'01' 0b1 # g`,
      [
        `string 'a\\'b'`,
        'quoted `c\\`d`',
        'quoted "e\\"f"',
        `string x'41'`,
        `string b'01'`,
        'number 0b1',
        'comment # g',
      ],
    ],
    ['clickhouse', '{a:UInt8} @@b // c', ['parameter {a:UInt8}', 'parameter @@b', 'symbol //', 'word c']],
    ['mysql', 'a /* /* x */ b', ['word a', 'comment /* /* x */', 'word b']],
    ['mysql', '@a := @@b.c', ['parameter @a', 'symbol :=', 'parameter @@b.c']],
    ['sqlite', '[a]] "b" `c` x\'00\'', ['quoted [a]', 'symbol ]', 'quoted "b"', 'quoted `c`', "string x'00'"]],
    ['sqlserver', "[a]]b] N'c' #t @v", ['quoted [a]]b]', "string N'c'", 'word #t', 'parameter @v']],
    [
      'oracle',
      "q'[it's]' nq'!x!' \"A\" :b t@l",
      ["string q'[it's]'", "string nq'!x!'", 'quoted "A"', 'parameter :b', 'word t', 'symbol @', 'word l'],
    ],
  ] as const)('cuts as %s does: %s', (dialect, sql, expected) => {
    expect(kinds(sql, dialect)).toEqual(expected);
  });

  it.each(["'a", '"a', '/* a', "'a''"])('says what never ends: %s', (text) => {
    const { problem } = tokenize(`SELECT ${text}`, 'sqlite');
    expect(problem).toMatchObject({ start: 7 });
  });

  it.each(DIALECTS)('covers every text of %s without gaps, or says where it stopped', (dialect) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const { tokens, problem } = tokenize(text, dialect);
        let from = 0;
        for (const token of tokens) {
          expect(token.start).toBeGreaterThanOrEqual(from);
          expect(text.slice(from, token.start).trim()).toBe('');
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.end).toBeGreaterThan(token.start);
          from = token.end;
        }
        if (problem === null) expect(text.slice(from).trim()).toBe('');
        expect(blankComments(text, tokens)).toHaveLength(text.length);
      }),
    );
  });
});
