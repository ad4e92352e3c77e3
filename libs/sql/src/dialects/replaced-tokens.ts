import type { SqlToken } from '../lexer/token.js';

export type Replacements = Map<number, string>;

/** Pads shorter texts, so that positions stay; a longer text shifts what follows. */
export function replacedTokens(text: string, tokens: readonly SqlToken[], by: ReadonlyMap<number, string>): string {
  let adapted = '';
  let from = 0;
  tokens.forEach(({ start, end }, index) => {
    const other = by.get(index);
    if (other === undefined) return;
    adapted += text.slice(from, start) + other.padEnd(end - start);
    from = end;
  });
  return adapted + text.slice(from);
}

const lowered = new WeakMap<readonly SqlToken[], readonly string[]>();

/** In lower case, once for all who ask of the same tokens. */
export function wordsOf(tokens: readonly SqlToken[]): (index: number) => string {
  const words = lowered.get(tokens) ?? tokens.map(({ text }) => text.toLowerCase());
  lowered.set(tokens, words);
  return (index) => words[index] ?? '';
}

/** For each token the parenthesis around it, for a closing one its partner; -1 for none. */
export function opensOf(tokens: readonly SqlToken[]): readonly number[] {
  const opened: number[] = [];
  return tokens.map(({ text }, index) => {
    const open = (text === ')' ? opened.pop() : opened.at(-1)) ?? -1;
    if (text === '(') opened.push(index);
    return open;
  });
}

/** The parser reads ORDER BY in these. */
const ORDERED = /^(?:group_concat|string_agg|listagg)$/;

/** Replaces `f(DISTINCT a ORDER BY b LIMIT 1)` by `f(a, b, 1)` with a name that the parser takes for any function. */
export function replaceOrderedCalls(
  tokens: readonly SqlToken[],
  functions: ReadonlySet<string>,
  by: Replacements,
): void {
  const word = wordsOf(tokens);
  if (!tokens.some((_, index) => /^(?:order|distinct|limit)$/.test(word(index)))) return;
  const ordered = new Set<number>();
  opensOf(tokens).forEach((open, index) => {
    const name = word(open - 1);
    if (open < 1 || word(index - 1) === '.' || !functions.has(name) || ORDERED.test(name)) return;
    if (/^(?:select|with|from|values|table|(?:un)?pivot|summarize|describe)$/.test(word(open + 1))) return;
    const isOrder = word(index) === 'order' && word(index + 1) === 'by';
    const isDistinct = word(index) === 'distinct' && index === open + 1;
    if (isOrder || (isDistinct && name.startsWith('json'))) by.set(open - 1, 'f');
    if (by.get(open - 1) !== 'f') return;
    if (isOrder) ordered.add(open);
    if (isOrder || word(index) === 'limit') by.set(index, ',');
    else if (isDistinct || (ordered.has(open) && isOfOrder(word, index))) by.set(index, '');
  });
}

function isOfOrder(word: (index: number) => string, index: number): boolean {
  if (word(index) === 'by') return word(index - 1) === 'order';
  if (word(index) === 'nulls') return /^(?:first|last)$/.test(word(index + 1));
  if (/^(?:first|last)$/.test(word(index))) return word(index - 1) === 'nulls';
  return /^(?:asc|desc)$/.test(word(index));
}
