import type { AggregateCall } from './aggregate-calls.js';
import type { Range, StatementText } from '@assay/sql';

export interface OwnCondition {
  condition: string | null;
  /** Conditions are part of the value. */
  isMixed: boolean;
}

const CONDITION_WORDS = new Set(
  '= == <> != < > <= >= and or not in like ilike is between case exists select'.split(' '),
);
const NOTHING = /^(?:0(?:\.0+)?|null)$/i;

/** Condition of `sum(case when … then x else 0 end)`, `sum(iif(…, x, 0))` or `sum(x) filter (where …)`. */
export function ownCondition(text: StatementText, { argument, filter }: AggregateCall): OwnCondition {
  const inside = conditionOf(text, argument.from, argument.to);
  const outside = filter === null ? null : text.text(filter.from, filter.to);
  const both = [inside.condition, outside].filter((each) => each !== null).map((each) => `(${each})`);
  return { condition: both.length === 0 ? null : both.join(' AND '), isMixed: inside.isMixed };
}

function conditionOf(text: StatementText, from: number, to: number): OwnCondition {
  const separated = caseWithoutElse(text, { from, to })?.condition ?? ofCall(text, from, to);
  if (separated !== null) return { condition: separated, isMixed: false };
  for (let place = from; place < to; place += 1) {
    if (CONDITION_WORDS.has(text.word(place))) return { condition: null, isMixed: true };
  }
  return { condition: null, isMixed: false };
}

/** A CASE with one condition and no ELSE, or ELSE 0 or NULL; else null. */
export function caseWithoutElse(text: StatementText, { from, to }: Range): { condition: string; value: string } | null {
  if (text.word(from) !== 'case' || text.word(from + 1) !== 'when' || text.word(to - 1) !== 'end') return null;
  let depth = 0;
  const marks: { word: string; place: number }[] = [];
  for (let place = from; place < to; place += 1) {
    const word = text.word(place);
    if (word === 'case') depth += 1;
    else if (word === 'end') depth -= 1;
    else if (depth === 1 && ['when', 'then', 'else'].includes(word)) marks.push({ word, place });
  }
  const [when, then, otherwise] = marks;
  const shape = marks.map(({ word }) => word).join(' ');
  if (when === undefined || then === undefined || !/^when then(?: else)?$/.test(shape)) return null;
  if (otherwise !== undefined && !NOTHING.test(text.text(otherwise.place + 1, to - 1))) return null;
  return {
    condition: text.text(when.place + 1, then.place),
    value: text.text(then.place + 1, otherwise?.place ?? to - 1),
  };
}

function ofCall(text: StatementText, from: number, to: number): string | null {
  if (!['iif', 'if'].includes(text.word(from)) || text.word(from + 1) !== '(' || text.partner(from + 1) !== to - 1)
    return null;
  const [condition, , otherwise] = text.parts(from + 2, to - 1);
  if (condition === undefined) return null;
  if (otherwise !== undefined && !NOTHING.test(text.text(otherwise.from, otherwise.to))) return null;
  return text.text(condition.from, condition.to);
}
