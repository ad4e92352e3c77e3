import { nameOf, wordOf, type Part } from './call-tree.js';
import { pathAt } from './names.js';
import { step } from './steps.js';

/** With these, a term of the condition may hold for no row. */
const CHOOSES = /^(?:or|xor|\|\||case|\?)$/;

/** Sources of FROM that equal columns in WHERE tie to the first do not cross. */
export function tied<Source extends { alias: string; isCrossing: boolean }>(
  sources: Source[],
  condition: readonly Part[],
): Source[] {
  const pairs = pairsIn(condition);
  const names = new Set(sources.map(({ alias }) => alias));
  if (pairs.length === 0 || names.size < sources.length) return sources;
  const reached = new Set(sources.slice(0, 1));
  for (const source of reached) {
    step(sources.length + pairs.length);
    const others = new Set(pairs.filter((pair) => pair.includes(source.alias)).flat());
    sources.forEach((one, at) => {
      const isJoined =
        (sources[at - 1] === source && !one.isCrossing) || (sources[at + 1] === source && !source.isCrossing);
      if (isJoined || others.has(one.alias)) reached.add(one);
    });
  }
  return sources.map((source) => (reached.has(source) ? { ...source, isCrossing: false } : source));
}

/** Qualifiers of each `a.x = b.y`. */
function pairsIn(condition: readonly Part[]): string[][] {
  if (condition.some((part) => CHOOSES.test(wordOf(part)))) return [];
  return termsOf(condition).flatMap((term) => {
    const left = pathAt(term, 0);
    const at = Math.max(2 * left.length - 1, 0);
    const right = pathAt(term, at + 1);
    const isWhole = /^==?$/.test(wordOf(term[at])) && term.length === at + 2 * right.length;
    const pair = [left.at(-2), right.at(-2)].filter((name) => name !== undefined).map(nameOf);
    return isWhole && new Set(pair).size === 2 ? [pair] : [];
  });
}

function termsOf(condition: readonly Part[]): Part[][] {
  const terms: Part[][] = [[]];
  let ands = 0;
  for (const part of condition) {
    const word = wordOf(part);
    if (word === 'between') ands += 1;
    if (word === 'and' && ands === 0) terms.push([]);
    else terms.at(-1)?.push(part);
    if (word === 'and' && ands > 0) ands -= 1;
  }
  return terms;
}
