import type { Range, StatementText } from '@assay/sql';

export interface AggregateCall {
  /** With FILTER, without OVER. */
  range: Range;
  name: string;
  argument: Range;
  isDistinct: boolean;
  filter: Range | null;
  isWindow: boolean;
}

const AGGREGATES = new Set(['sum', 'avg', 'count', 'min', 'max', 'total']);
const OTHERS = new Set(
  `countif count_if sumif sum_if median stddev stddev_pop stddev_samp variance var_pop var_samp approx_count_distinct
  count_big any_value percentile_cont percentile_disc quantile mode bit_xor product`.split(/\s+/),
);

/** Includes nested calls, excludes subqueries. */
export function aggregateCalls(text: StatementText, { from, to }: Range): AggregateCall[] {
  const calls: AggregateCall[] = [];
  for (let place = from; place < to; place += 1) {
    if (startsSelect(text, place)) place = text.partner(place);
    const call = callAt(text, place);
    if (call !== null) calls.push(call);
  }
  return calls;
}

/** Possibly through nested parentheses. */
export function startsSelect(text: StatementText, place: number): boolean {
  if (text.word(place) !== '(') return false;
  let inner = place + 1;
  while (text.word(inner) === '(') inner += 1;
  return text.word(inner) === 'select' || text.word(inner) === 'with';
}

export function isKnown({ name }: AggregateCall): boolean {
  return AGGREGATES.has(name);
}

function callAt(text: StatementText, place: number): AggregateCall | null {
  const name = text.word(place);
  const open = place + 1;
  if (!AGGREGATES.has(name) && !OTHERS.has(name)) return null;
  if (text.word(open) !== '(' || text.word(place - 1) === '.') return null;
  const close = text.partner(open);
  const isDistinct = text.word(open + 1) === 'distinct';
  const argument = { from: open + (isDistinct ? 2 : 1), to: close };
  // SQLite's min(a, b) is scalar.
  if ((name === 'min' || name === 'max') && text.parts(argument.from, argument.to).length > 1) return null;
  let end = close + 1;
  let filter: Range | null = null;
  if (text.word(end) === 'filter' && text.word(end + 1) === '(') {
    const last = text.partner(end + 1);
    filter = { from: end + 3, to: last };
    end = last + 1;
  }
  return { range: { from: place, to: end }, name, argument, isDistinct, filter, isWindow: text.word(end) === 'over' };
}
