import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Dialect } from '@assay/contracts';
import fc from 'fast-check';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import { guardSql } from './guard.js';

interface Hostile {
  dialect: Dialect;
  sql: string;
}

const file = new URL('../../fixtures/hostile-statements.json', import.meta.url);
const all = JSON.parse(readFileSync(file, 'utf8')) as Hostile[];
/** Hostile after respacing and respelling. */
const hostile = all.filter(({ dialect, sql }) => tokenize(sql, dialect).problem === null && !/--|#/.test(sql));

function separatorsOf(dialect: Dialect): string[] {
  const { lexical, grammar } = sqlDialect(dialect);
  const hints = grammar.kind === 'general' && grammar.executableComment !== undefined ? ['/*+ x */'] : [];
  return [
    ...[' ', '\n', '\t', '/**/', '/* ; */', '-- x\n', ...hints],
    ...(lexical.hashComments ? ['# x\n'] : []),
    ...(lexical.nestedComments ? ['/* /* */ */'] : []),
  ];
}

/** Other white space, comments and letter case. */
function respelt(sql: string, dialect: Dialect, choices: readonly number[]): string {
  const { tokens } = tokenize(sql, dialect);
  const separators = separatorsOf(dialect);
  let text = '';
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const choice = choices[index % choices.length] ?? 0;
    const gap = sql.slice(from, token.start);
    const separator = separators[choice % separators.length] ?? ' ';
    text += gap === '' ? '' : separator;
    const isWord = token.kind === 'word' && choice % 3 !== 0;
    text += isWord ? (choice % 3 === 1 ? token.text.toUpperCase() : token.text.toLowerCase()) : token.text;
    from = token.end;
  }
  return text + sql.slice(from);
}

const places = fc.record({
  statement: fc.nat(hostile.length - 1),
  choices: fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }),
});

describe('mutated hostile statements', () => {
  it('stay refused, however they are spaced, commented and spelt', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ({ statement, choices }) => {
        const { dialect, sql } = hostile[statement] as Hostile;
        const mutant = respelt(sql, dialect, choices);
        expect({ mutant, dialect, ...(await guardSql(mutant, dialect)) }).toMatchObject({ allowed: false });
      }),
      { numRuns: 1500 },
    );
  });

  it('stay refused inside a subquery, a common table expression and a union', async () => {
    const wrap = [
      (sql: string) => `SELECT * FROM (${sql}) x`,
      (sql: string) => `WITH x AS (${sql}) SELECT * FROM x`,
      (sql: string) => `SELECT 1 FROM t UNION ALL ${sql}`,
      (sql: string) => `SELECT (${sql}) FROM t`,
      (sql: string) => `SELECT 1 FROM t WHERE EXISTS (${sql})`,
    ];
    // `SELECT (vacuum)` reads a column: only queries stay hostile in brackets.
    for (const { dialect, sql } of hostile.filter((statement) =>
      /^\W*(?:select|with|values|table)\b/i.test(statement.sql),
    )) {
      for (const wrapped of wrap.map((around) => around(sql))) {
        expect({ wrapped, dialect, ...(await guardSql(wrapped, dialect)) }).toMatchObject({ allowed: false });
      }
    }
  });

  /** Words absent from allowed statements outside quotes; independent of the guard. */
  const marks =
    /^(?:into|outfile|dumpfile|insert|delete|drop|truncate|sleep|pg_sleep|benchmark|load_file|get_lock|load_extension|readfile|writefile|exec|execute|xp_cmdshell|openrowset|openquery|lo_import|lo_export|dblink|setval|nextval|set_config|pg_read_file|utl_http|dbms_lock)$/i;
  // `insert` is also a MySQL function; DuckDB's `UNPIVOT … INTO NAME` only names columns.
  const isMark = (text: string, next: string | undefined, unpivots: boolean): boolean =>
    marks.test(text) &&
    !(/^insert$/i.test(text) && next === '(') &&
    !(unpivots && /^into name$/i.test(`${text} ${next}`));

  it('are never allowed with a dangerous word left in them, whatever happens to their characters', async () => {
    const edit = fc.record({
      kind: fc.constantFrom('delete', 'insert', 'swap', 'double', 'cut'),
      at: fc.nat(300),
      text: fc.constantFrom(
        "'",
        '"',
        '`',
        '[',
        ']',
        '(',
        ')',
        ';',
        '--',
        '/*',
        '*/',
        '\\',
        '$$',
        "q'[",
        '#',
        ' ',
        '\n',
        '.',
        ',',
        '@',
        ':',
        '0',
        'e',
        '\u00a0',
        '/*!',
        'as',
        'select',
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(all.length - 1), fc.array(edit, { minLength: 1, maxLength: 5 }), async (index, edits) => {
        const { dialect, sql } = all[index] as Hostile;
        const mutant = edits.reduce(edited, sql);
        const outcome = await guardSql(mutant, dialect);
        if (!outcome.allowed) return;
        const tokens = statementTokens(tokenize(outcome.sql, dialect).tokens);
        const unpivots = dialect === 'duckdb' && tokens.some(({ text }) => /^unpivot$/i.test(text));
        const left = tokens.filter(
          ({ kind, text }, place) =>
            kind === 'word' && tokens[place - 1]?.text !== '.' && isMark(text, tokens[place + 1]?.text, unpivots),
        );
        // Harmless as a column name; only calls and clauses count.
        const called = left.filter(
          (token) =>
            tokens[tokens.indexOf(token) + 1]?.text === '(' || /^(?:into|outfile|dumpfile|exec)$/i.test(token.text),
        );
        expect({ mutant, dialect, called: called.map(({ text }) => text) }).toEqual({ mutant, dialect, called: [] });
        // executable parts of comments, outside quotes
        const comments = tokenize(outcome.sql, dialect).tokens.filter(({ kind }) => kind === 'comment');
        expect(comments.filter(({ text }) => text.startsWith('/*!'))).toEqual([]);
        expect(await guardSql(outcome.sql, dialect)).toEqual(outcome);
      }),
      { numRuns: 2500 },
    );
  });

  it('never make the guard throw, on any text at all', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
    );
    const dialects = fc.constantFrom<Dialect>('postgres', 'mysql', 'mariadb', 'sqlite', 'sqlserver', 'oracle');
    await fc.assert(
      fc.asyncProperty(texts, dialects, async (text, dialect) => {
        const outcome = await guardSql(`SELECT ${text}`, dialect);
        expect(typeof outcome.allowed).toBe('boolean');
        if (!outcome.allowed && outcome.position !== undefined) expect(outcome.position).toBeGreaterThan(0);
      }),
      { numRuns: 1500 },
    );
  });
});

function edited(sql: string, { kind, at, text }: { kind: string; at: number; text: string }): string {
  const place = at % (sql.length + 1);
  const [before, after] = [sql.slice(0, place), sql.slice(place)];
  if (kind === 'delete') return before + after.slice(1);
  if (kind === 'insert') return before + text + after;
  if (kind === 'swap') return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
  return kind === 'double' ? before + after.slice(0, 10) + after : before;
}
