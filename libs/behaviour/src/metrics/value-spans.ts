import { aggregateCalls, startsSelect, type AggregateCall } from './aggregate-calls.js';
import type { QueryBlock, Range, StatementText } from '@assay/sql';

export interface ValueSpan {
  range: Range;
  calls: AggregateCall[];
}

const OPERATORS = new Set(['+', '-', '*', '/', '%']);
const MOST_CHAINED = 12;

/** Aggregates, and arithmetic between them. */
export function valueSpans(text: StatementText, block: QueryBlock): ValueSpan[] {
  const calls = aggregateCalls(text, block.range);
  const single = calls.map((call) => ({ range: call.range, calls: [call] }));
  const chains = new ChainReader(text).read(block.range);
  const chained = chains.flatMap((operands) => {
    const aggregated = operands.filter((range) => within(range, calls).length > 0);
    // A leading factor: `100.0 * sum(a) / count(*)`.
    const starts = aggregated.length > 1 && operands[0] !== aggregated[0] ? [operands[0], ...aggregated] : aggregated;
    return starts.flatMap((first) =>
      aggregated.flatMap((last) => {
        if (first === undefined || first.from >= last.from) return [];
        const range = { from: first.from, to: last.to };
        return [{ range, calls: outermost(within(range, calls)) }];
      }),
    );
  });
  return [...single, ...chained.slice(0, MOST_CHAINED)];
}

function within({ from, to }: Range, calls: readonly AggregateCall[]): AggregateCall[] {
  return calls.filter(({ range }) => range.from >= from && range.to <= to);
}

export function outermost(calls: readonly AggregateCall[]): AggregateCall[] {
  return calls.filter(
    ({ range: own }) => !calls.some(({ range }) => range !== own && range.from <= own.from && range.to >= own.to),
  );
}

class ChainReader {
  private readonly chains: Range[][] = [];

  constructor(private readonly text: StatementText) {}

  read({ from, to }: Range): Range[][] {
    this.readRange(from, to);
    return this.chains.filter((chain) => chain.length > 1);
  }

  private readRange(from: number, to: number): void {
    const { text } = this;
    let chain: Range[] = [];
    for (let place = from; place < to;) {
      const end = this.operandEnd(place, to);
      if (end === place) {
        place += 1;
        continue;
      }
      chain.push({ from: place, to: end });
      if (OPERATORS.has(text.word(end)) && end + 1 < to) place = end + 1;
      else {
        this.chains.push(chain);
        chain = [];
        place = end;
      }
    }
    this.chains.push(chain);
  }

  /** `place` if no operand starts. */
  private operandEnd(place: number, to: number): number {
    const { text } = this;
    const token = text.tokens[place];
    let end = place;
    if (text.word(place) === '(') end = this.groupEnd(place);
    else if (text.word(place) === 'case') {
      end = this.caseEnd(place, to);
      this.readRange(place + 1, end - 1);
    } else if (token !== undefined && ['word', 'quoted', 'string', 'number'].includes(token.kind)) {
      end = place + 1;
      while (text.word(end) === '.' && end + 1 < to) end += 2;
      if (text.word(end) === '(') end = this.groupEnd(end);
    }
    while (end > place && end < to) {
      if (['filter', 'over'].includes(text.word(end)) && text.word(end + 1) === '(') end = text.partner(end + 1) + 1;
      else if (text.word(end) === '::') end = text.word(end + 2) === '(' ? text.partner(end + 2) + 1 : end + 2;
      else break;
    }
    return end;
  }

  private groupEnd(open: number): number {
    const close = this.text.partner(open);
    if (!startsSelect(this.text, open)) this.readRange(open + 1, close);
    return close + 1;
  }

  private caseEnd(from: number, to: number): number {
    let depth = 0;
    for (let place = from; place < to; place += 1) {
      if (this.text.word(place) === 'case') depth += 1;
      if (this.text.word(place) === 'end') depth -= 1;
      if (depth === 0) return place + 1;
    }
    return to;
  }
}
