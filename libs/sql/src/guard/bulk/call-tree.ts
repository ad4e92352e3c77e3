import type { SqlToken } from '../../lexer/token.js';

/** What stands between two brackets, or the whole statement. */
export interface Group {
  /** The name before the bracket, in lower case without quotes; `[` for square brackets, '' where there is none. */
  name: string;
  /** The name's token, or the bracket's. */
  token: SqlToken | undefined;
  parts: Part[];
  parent: Group | null;
}

export type Part = SqlToken | Group;

/** The tokens of a statement nested by its brackets. */
export function callTree(tokens: readonly SqlToken[]): Group {
  const root: Group = { name: '', token: undefined, parts: [], parent: null };
  let current = root;
  for (const token of tokens) {
    if (token.text === '(' || token.text === '[') {
      const before = current.parts.at(-1);
      const named = token.text === '(' && before !== undefined && isName(before) ? before : null;
      const group: Group = {
        name: named === null ? token.text.replace('(', '') : nameOf(named),
        token: named ?? token,
        parts: [],
        parent: current,
      };
      current.parts.push(group);
      current = group;
    } else if (token.text === ')' || token.text === ']') current = current.parent ?? current;
    else current.parts.push(token);
  }
  return root;
}

export function isGroup(part: Part | undefined): part is Group {
  return part !== undefined && 'parts' in part;
}

function isName(part: Part): part is SqlToken {
  return !isGroup(part) && (part.kind === 'word' || part.kind === 'quoted');
}

function nameOf({ kind, text }: SqlToken): string {
  return (kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
}

/** The unquoted word that a part is, in lower case; the symbol as it stands; '' for anything else. */
export function wordOf(part: Part | undefined): string {
  if (part === undefined || isGroup(part) || part.kind === 'string' || part.kind === 'quoted') return '';
  return part.text.toLowerCase();
}

/** The parts between commas. */
export function listed(parts: readonly Part[]): Part[][] {
  const lists: Part[][] = [[]];
  for (const part of parts) {
    if (wordOf(part) === ',') lists.push([]);
    else lists.at(-1)?.push(part);
  }
  return lists;
}

/** Whether a group is a query of its own. */
export function isQuery({ parts, parent }: Group): boolean {
  return parent === null || ['select', 'with'].includes(wordOf(parts.find((part) => !isGroup(part))));
}

/** All groups of a tree, each before those in it. */
export function* groupsIn(group: Group): Generator<Group> {
  yield group;
  for (const part of group.parts) if (isGroup(part)) yield* groupsIn(part);
}

/** The groups around one, the innermost first. */
export function* groupsAround(group: Group): Generator<Group> {
  for (let around = group.parent; around !== null; around = around.parent) yield around;
}
