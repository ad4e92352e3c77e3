import { groupsAround, isGroup, isName, nameOf, wordOf, type Group } from './call-tree.js';

export function isQuery({ parts, parent }: Group): boolean {
  return parent === null || ['select', 'with'].includes(wordOf(parts.find((part) => !isGroup(part))));
}

/** A subquery or VALUES in FROM. */
export function isDerived({ parts }: Group): boolean {
  const first = parts.find((part) => !isGroup(part));
  return (
    (first === undefined && parts.length > 0) ||
    /^(?:select|with|from|values|union|except|intersect)$/.test(wordOf(first))
  );
}

/** Null for other groups. */
export function nameOfCte({ parent, parts, token, at: own }: Group): string | null {
  if (parent === null || !/^(?:as|materialized)$/i.test(token?.text ?? '') || wordOf(parts[0]) === '') return null;
  let at = own - 1;
  while (['materialized', 'not'].includes(wordOf(parent.parts[at]))) at -= 1;
  if (wordOf(parent.parts[at]) !== 'as') return null;
  // `name (a, b) AS (…)`
  const named = isGroup(parent.parts[at - 1]) ? parent.parts[at - 2] : parent.parts[at - 1];
  return isName(named) ? nameOf(named) : '';
}

/** Also of `array(select …)`. */
export function queryOf(call: Group): Group {
  return isQuery(call) ? call : (groupsAround(call).find(isQuery) ?? call);
}

export function isInside(inner: Group, outer: Group): boolean {
  return inner === outer || [...groupsAround(inner)].includes(outer);
}
