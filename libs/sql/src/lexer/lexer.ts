import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import type { LexicalRules } from './lexical-rules.js';
import type { LexedText, LexicalProblem, SqlToken, TokenKind } from './token.js';

const SPACE = /[ \t\n\r\f\v]+/y;
const NUMBER = /0x[0-9a-f]+|(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const BINARY_NUMBER = /0b[01]+/y;
const SEPARATED_NUMBER = /\d+(?:_\d+)+(?:\.(?:\d+(?:_\d+)*)?)?(?:e[+-]?\d+)?/iy;
const DOLLAR_TAG = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const ORACLE_QUOTE = /n?q'/iy;
const CLOSERS: Record<string, string> = { '[': ']', '{': '}', '(': ')', '<': '>' };

function matchAt(expression: RegExp, text: string, offset: number): number {
  expression.lastIndex = offset;
  return expression.test(text) ? expression.lastIndex - offset : 0;
}

/** Without white space. Never throws: `unknown` characters, and a problem for unterminated tokens. */
export function tokenize(sql: string, dialect: Dialect, rules: LexicalRules = sqlDialect(dialect).lexical): LexedText {
  const lexer = new Scanner(sql, rules);
  return lexer.run();
}

class Scanner {
  private readonly tokens: SqlToken[] = [];
  private problem: LexicalProblem | null = null;
  private offset = 0;
  /** Words first: MySQL's may start with a digit. */
  private readonly kinds: readonly (readonly [TokenKind, RegExp])[];

  constructor(
    private readonly sql: string,
    private readonly rules: LexicalRules,
  ) {
    this.kinds = [
      ['word', rules.word],
      ...(rules.digitSeparators === true ? [['number', SEPARATED_NUMBER] as const] : []),
      ...(rules.binaryNumbers === true ? [['number', BINARY_NUMBER] as const] : []),
      ['number', NUMBER],
      ['parameter', rules.parameter],
      ['symbol', rules.operator],
    ];
  }

  run(): LexedText {
    while (this.offset < this.sql.length && this.problem === null) {
      const space = matchAt(SPACE, this.sql, this.offset);
      if (space > 0) this.offset += space;
      else this.next();
    }
    return { tokens: this.tokens, problem: this.problem };
  }

  private next(): void {
    if (this.comment() || this.quotedText() || this.prefixedString()) return;
    for (const [kind, expression] of this.kinds) {
      const length = matchAt(expression, this.sql, this.offset);
      if (length > 0) return this.push(kind, this.offset + length);
    }
    const code = this.sql.codePointAt(this.offset) ?? 0;
    const isAscii = code > 32 && code < 127;
    this.push(isAscii ? 'symbol' : 'unknown', this.offset + (code > 0xffff ? 2 : 1));
  }

  private push(kind: TokenKind, end: number): void {
    this.tokens.push({ kind, text: this.sql.slice(this.offset, end), start: this.offset, end });
    this.offset = end;
  }

  private comment(): boolean {
    const { sql, offset, rules } = this;
    const two = sql.slice(offset, offset + 2);
    if (two === '--' && (!rules.dashCommentNeedsSpace || /^(?:\s|$)/.test(sql.slice(offset + 2, offset + 3)))) {
      this.push('comment', this.endOfLine());
      return true;
    }
    if (rules.hashComments && two.startsWith('#')) {
      this.push('comment', this.endOfLine());
      return true;
    }
    if (two !== '/*') return false;
    this.finish('comment', 'comment', this.endOfBlockComment());
    return true;
  }

  private endOfLine(): number {
    const end = this.sql.slice(this.offset).search(/[\n\r]/);
    return end < 0 ? this.sql.length : this.offset + end;
  }

  private endOfBlockComment(): number | null {
    const marks = /\/\*|\*\//g;
    marks.lastIndex = this.offset + 2;
    let depth = 1;
    for (let mark = marks.exec(this.sql); mark !== null; mark = marks.exec(this.sql)) {
      if (mark[0] === '*/') depth -= 1;
      else if (this.rules.nestedComments) depth += 1;
      else marks.lastIndex = mark.index + 1;
      if (depth === 0) return marks.lastIndex;
    }
    return null;
  }

  private finish(kind: TokenKind, what: LexicalProblem['what'], end: number | null): void {
    if (end === null) this.problem = { what, start: this.offset };
    else this.push(kind, end);
  }

  private quotedText(): boolean {
    const { sql, offset, rules } = this;
    const mark = sql[offset];
    if (mark === "'") this.finish('string', 'string', this.endOfQuote(offset, "'", rules.backslashEscapes));
    else if (mark === '"' && rules.doubleQuotes === 'string')
      this.finish('string', 'string', this.endOfQuote(offset, '"', rules.backslashEscapes));
    else if (mark === '"' || (mark === '`' && rules.backticks))
      this.finish('quoted', 'identifier', this.endOfQuote(offset, mark, rules.quotedEscapes === true));
    else if (mark === '[' && rules.brackets === 'doubled')
      this.finish('quoted', 'identifier', this.endOfQuote(offset, ']', false));
    else if (mark === '[' && rules.brackets === 'plain') this.plainBracket();
    else return mark === '$' && rules.dollarQuotes && this.dollarQuote();
    return true;
  }

  private endOfQuote(offset: number, mark: string, backslash: boolean): number | null {
    let position = offset + 1;
    while (position < this.sql.length) {
      const character = this.sql[position];
      if (backslash && character === '\\') position += 2;
      else if (character !== mark) position += 1;
      else if (this.sql[position + 1] === mark) position += 2;
      else return position + 1;
    }
    return null;
  }

  private plainBracket(): void {
    const close = this.sql.indexOf(']', this.offset);
    this.finish('quoted', 'identifier', close < 0 ? null : close + 1);
  }

  private dollarQuote(): boolean {
    const length = matchAt(DOLLAR_TAG, this.sql, this.offset);
    if (length === 0) return false;
    const tag = this.sql.slice(this.offset, this.offset + length);
    const close = this.sql.indexOf(tag, this.offset + length);
    this.finish('string', 'string', close < 0 ? null : close + length);
    return true;
  }

  private prefixedString(): boolean {
    const { sql, offset, rules } = this;
    const oracle = rules.alternativeQuotes ? matchAt(ORACLE_QUOTE, sql, offset) : 0;
    if (oracle > 0) {
      const open = sql[offset + oracle] ?? '';
      const close = sql.indexOf((CLOSERS[open] ?? open) + "'", offset + oracle + 1);
      this.finish('string', 'string', open === '' || close < 0 ? null : close + 2);
      return true;
    }
    const prefix = matchAt(rules.stringPrefixes, sql, offset);
    if (prefix === 0) return false;
    const escapes = rules.escapePrefixes?.test(sql.slice(offset, offset + prefix)) ?? false;
    this.finish('string', 'string', this.endOfQuote(offset + prefix, "'", escapes));
    return true;
  }
}
