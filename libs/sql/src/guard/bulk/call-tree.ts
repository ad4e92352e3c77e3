import type { SqlToken } from '../../lexer/token.js';

/** Content of parentheses, or the statement. */
export interface Group {
  /** Before the parenthesis, lower case; `[` for square brackets, '' without. */
  name: string;
  /** The name's, or the parenthesis's. */
  token: SqlToken | undefined;
  parts: Part[];
  parent: Group | null;
  /** Index among the parent's parts. */
  at: number;
}

export type Part = SqlToken | Group;

export function callTree(tokens: readonly SqlToken[]): Group {
  const root: Group = { name: '', token: undefined, parts: [], parent: null, at: 0 };
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
        at: current.parts.length,
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

export function isName(part: Part | undefined): part is SqlToken {
  return part !== undefined && !isGroup(part) && (part.kind === 'word' || part.kind === 'quoted');
}

export function nameOf({ kind, text }: SqlToken): string {
  return (kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
}

/** Lower case; '' for quoted and other parts. */
export function wordOf(part: Part | undefined): string {
  if (part === undefined || isGroup(part) || part.kind === 'string' || part.kind === 'quoted') return '';
  return part.text.toLowerCase();
}

export function listed(parts: readonly Part[]): Part[][] {
  const lists: Part[][] = [[]];
  for (const part of parts) {
    if (wordOf(part) === ',') lists.push([]);
    else lists.at(-1)?.push(part);
  }
  return lists;
}

export function* groupsIn(group: Group): Generator<Group> {
  yield group;
  for (const part of group.parts) if (isGroup(part)) yield* groupsIn(part);
}

export function tokensIn(parts: readonly Part[]): SqlToken[] {
  return parts.flatMap((part) => (isGroup(part) ? tokensIn(part.parts) : [part]));
}

export function* groupsAround(group: Group): Generator<Group> {
  for (let around = group.parent; around !== null; around = around.parent) yield around;
}
