import type { Dialect } from '@assay/contracts';
import { statementTokens, tokenize, type SqlToken } from '@assay/sql';

/** Tokens with matching parentheses. Places are indexes, ends exclusive. */
export class TokenText {
  readonly tokens: readonly SqlToken[];
  private readonly partners = new Map<number, number>();

  constructor(
    readonly sql: string,
    readonly dialect: Dialect,
  ) {
    const { tokens, problem } = tokenize(sql, dialect);
    this.tokens = statementTokens(tokens);
    const open: number[] = [];
    let isWhole = problem === null;
    this.tokens.forEach(({ text }, place) => {
      if (text === '(') open.push(place);
      if (text !== ')') return;
      const start = open.pop();
      if (start === undefined) isWhole = false;
      else {
        this.partners.set(start, place);
        this.partners.set(place, start);
      }
    });
    this.isWhole = isWhole && open.length === 0;
    this.hasComments = tokens.some(({ kind }) => kind === 'comment');
  }

  /** Complete and balanced. */
  readonly isWhole: boolean;
  readonly hasComments: boolean;

  get length(): number {
    return this.tokens.length;
  }

  /** Lower case; '' for quoted tokens. */
  word(place: number): string {
    const token = this.tokens[place];
    return token === undefined || token.kind === 'quoted' || token.kind === 'string' ? '' : token.text.toLowerCase();
  }

  /** Lower case; null for other tokens. */
  name(place: number): string | null {
    const token = this.tokens[place];
    if (token?.kind === 'quoted') return token.text.slice(1, -1).toLowerCase();
    return token?.kind === 'word' ? token.text.toLowerCase() : null;
  }

  partner(place: number): number {
    return this.partners.get(place) ?? place;
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

  parts(from: number, to: number): { from: number; to: number }[] {
    const commas = [...this.level(from, to)].filter((place) => this.word(place) === ',');
    const starts = [from, ...commas.map((comma) => comma + 1)];
    return starts.map((start, index) => ({ from: start, to: commas[index] ?? to }));
  }
}
