import type { Dialect } from '@assay/contracts';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import type { SqlToken } from '../lexer/token.js';
import { wordSet } from '../word-set.js';

/** Words behind a source of FROM that are not its alias. */
const behindSource = wordSet(
  `where on using join inner left right full outer cross natural group order having limit offset fetch union except
  intersect minus window set with for option lateral apply pivot unpivot connect start and index partition
  straight_join`,
);
/** Further ones, which are aliases in other dialects. */
const behindSourceIn: Partial<Record<Dialect, ReadonlySet<string>>> = {
  clickhouse: wordSet('prewhere final sample array asof semi anti paste global any qualify'),
  duckdb: wordSet('qualify'),
};

/**
 * The tokens of a statement, comments excluded, with matching parentheses. The text may be invalid. Places are token
 * indices; ends are exclusive.
 */
export class StatementText {
  readonly tokens: readonly SqlToken[];
  /** Fully tokenized with balanced parentheses. */
  readonly isWhole: boolean;
  readonly hasComments: boolean;
  private readonly partners = new Map<number, number>();
  private readonly around: number[] = [];

  constructor(
    readonly sql: string,
    readonly dialect: Dialect,
  ) {
    const { tokens, problem } = tokenize(sql, dialect);
    this.tokens = statementTokens(tokens);
    const open: number[] = [];
    let isWhole = problem === null;
    this.tokens.forEach(({ text }, place) => {
      const start = text === ')' ? open.pop() : undefined;
      this.around.push(open.at(-1) ?? -1);
      if (text === '(') open.push(place);
      if (start !== undefined) this.partners.set(start, place).set(place, start);
      else if (text === ')') isWhole = false;
    });
    this.isWhole = isWhole && open.length === 0;
    this.hasComments = tokens.some(({ kind }) => kind === 'comment');
  }

  get length(): number {
    return this.tokens.length;
  }

  /** Lower case; '' for quoted tokens. */
  word(place: number): string {
    const token = this.tokens[place];
    return token === undefined || token.kind === 'quoted' || token.kind === 'string' ? '' : token.text.toLowerCase();
  }

  /** The identifier, also a quoted one, unquoted and in lower case; null for other tokens. */
  name(place: number): string | null {
    const token = this.tokens[place];
    if (token?.kind === 'word') return token.text.toLowerCase();
    if (token?.kind !== 'quoted') return null;
    const mark = token.text.at(-1) ?? '';
    return token.text
      .slice(1, -1)
      .replaceAll(mark + mark, mark)
      .toLowerCase();
  }

  /** The other parenthesis of a pair; `place` itself for any other token. */
  partner(place: number): number {
    return this.partners.get(place) ?? place;
  }

  /** The innermost open parenthesis; -1 for none. */
  enclosing(place: number): number {
    return this.around[place] ?? -1;
  }

  /** The last part of a qualified name that starts here. */
  nameEnd(place: number): number {
    let last = place;
    while (this.word(last + 1) === '.' && this.name(last + 2) !== null) last += 2;
    return last;
  }

  /** The alias of the source that ends before `place`. */
  alias(place: number): number | null {
    const word = this.word(place);
    if (word === 'as') return this.name(place + 1) === null ? null : place + 1;
    const isOther = behindSource.has(word) || behindSourceIn[this.dialect]?.has(word) === true;
    return this.name(place) === null || isOther ? null : place;
  }

  text(from: number, to: number): string {
    const [first, last] = [this.tokens[from], this.tokens[to - 1]];
    return first === undefined || last === undefined || to <= from ? '' : this.sql.slice(first.start, last.end);
  }

  /** Outside nested parentheses. */
  *level(from: number, to: number): Generator<number> {
    for (let place = from; place < to; place += 1) {
      yield place;
      if (this.word(place) === '(') place = Math.max(place, this.partner(place) - 1);
    }
  }

  /** Between the commas of a range. */
  parts(from: number, to: number): { from: number; to: number }[] {
    const commas = [...this.level(from, to)].filter((place) => this.word(place) === ',');
    const starts = [from, ...commas.map((comma) => comma + 1)];
    return starts.map((start, index) => ({ from: start, to: commas[index] ?? to }));
  }
}
