import { groupsAround, isGroup, listed, nameOf, wordOf, type Group, type Part } from './call-tree.js';
import { nameOfCte } from './row-sources.js';

/**
 * Whether a call may receive a value of one of these aggregates: its arguments contain it, or a query around the call
 * reads it.
 */
export function readsCollection(call: Group, collections: readonly Group[], groups: readonly Group[]): boolean {
  const around = [...groupsAround(call)];
  const others = collections.filter((collection) => !around.includes(collection));
  if (others.length === 0) return false;
  const carrying = carryingCtes(others, groups);
  // The body of a CTE sees no query around it.
  const body = around.findIndex((group) => nameOfCte(group) !== null);
  const queries = around.slice(0, body < 0 ? undefined : body + 1);
  return (
    others.some((collection) => isInside(collection, call)) ||
    queries.some((query) => mentions(query, carrying) || others.some((other) => isInput(other, query, call)))
  );
}

/** Names of CTEs that contain an aggregate, or read such a CTE. */
function carryingCtes(collections: readonly Group[], groups: readonly Group[]): ReadonlySet<string> {
  const ctes = groups.filter((group) => nameOfCte(group) !== null);
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const cte of ctes) {
      const carries = mentions(cte, names) || collections.some((collection) => isInside(collection, cte));
      if (carries) names.add(nameOfCte(cte) ?? '');
    }
  }
  return names;
}

/** Whether the query reads it outside of CTEs; from the SELECT list, only if the call names its alias. */
function isInput(collection: Group, query: Group, call: Group): boolean {
  if (!isInside(collection, query)) return false;
  const path = [...groupsAround(collection)];
  const inner = path.slice(0, path.indexOf(query));
  if (inner.some((group) => nameOfCte(group) !== null)) return false;
  const item = selectItems(query).find((parts) => [collection, ...inner].some((group) => parts.includes(group)));
  if (item === undefined) return true;
  const aliases = aliasesFrom(query, item);
  // A name with a parenthesis is the text of a column without an alias.
  return readNames(call).some((name) => aliases.has(name) || /[\\(]/.test(name));
}

function isInside(inner: Group, outer: Group): boolean {
  return [...groupsAround(inner)].includes(outer);
}

function selectItems({ parts }: Group): Part[][] {
  const items: Part[][] = [];
  for (const [at, part] of parts.entries()) {
    if (wordOf(part) !== 'select') continue;
    const from = parts.findIndex((other, place) => place > at && AFTER_SELECT.test(wordOf(other)));
    items.push(...listed(parts.slice(at + 1, from < 0 ? undefined : from)));
  }
  return items;
}

const AFTER_SELECT = /^(?:from|where|group|having|order|limit|union|except|intersect|window|qualify|into)$/;

/** Names of an item's value, also by aliases of other items that use them. */
function aliasesFrom(query: Group, item: readonly Part[]): ReadonlySet<string> {
  const aliases = new Set(aliasOf(item));
  for (const other of selectItems(query)) {
    if (other.flatMap(namesOf).some((name) => aliases.has(name)))
      for (const alias of aliasOf(other)) aliases.add(alias);
  }
  return aliases;
}

/** Without an alias, some engines name a value by its function. */
function aliasOf(item: readonly Part[]): string[] {
  const last = item.at(-1);
  if (last !== undefined && !isGroup(last)) return [nameOf(last)];
  return item.flatMap((part) => (isGroup(part) ? [part.name] : []));
}

/** An unknown name ('' or escaped) may be any. */
function mentions(query: Group, carrying: ReadonlySet<string>): boolean {
  if (carrying.size === 0) return false;
  return carrying.has('') || readNames(query).some((name) => carrying.has(name) || name.includes('\\'));
}

function readNames({ parts }: Group): string[] {
  return parts.flatMap((part, at) => {
    if (isGroup(part)) return nameOfCte(part) === null ? readNames(part) : [];
    return definesCte(parts, at) ? [] : [nameOf(part)];
  });
}

function namesOf(part: Part): string[] {
  return isGroup(part) ? readNames(part) : [nameOf(part)];
}

function definesCte(parts: readonly Part[], at: number): boolean {
  const next = isGroup(parts[at + 1]) ? at + 2 : at + 1;
  if (wordOf(parts[next]) !== 'as') return false;
  const body = parts.slice(next + 1, next + 4).find(isGroup);
  return body !== undefined && nameOfCte(body) === wordOf(parts[at]);
}
