import type { Dialect } from '@assay/contracts';
import { tokenize, type SqlToken } from '@assay/sql';
import type { InstanceValue } from './instance.js';

export interface Check {
  columns: string[];
  holds(valueOf: (column: string) => InstanceValue): boolean;
}

const COMPARE: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

type Operand = { column: string } | { value: InstanceValue } | { lengthOf: string };

/**
 * Parses conjunctions of comparisons, BETWEEN, IN lists and IS NOT NULL.
 * @returns null if any condition has another form
 */
export function parseCheck(text: string, dialect: Dialect, columns: readonly string[]): Check[] | null {
  // PostgreSQL writes casts, which are dropped, and `= ANY (ARRAY[…])` for `IN (…)`.
  const plain = text
    .replaceAll(/::(?:"[^"]+"|[a-z_][\w ]*)(?:\.(?:"[^"]+"|\w+))?(?:\(\d+(?:,\s*\d+)?\))?(?:\[\])?/gi, '')
    .replaceAll(/= ANY \(+(?:ARRAY)\[([^\]]*)\]\)*/gi, 'IN ($1)');
  const tokens = tokenize(plain, dialect).tokens.filter(({ kind }) => kind !== 'comment');
  if (tokens.some((token) => /^(or|not|case|like|similar|any|all)$/i.test(token.text) && !isNotNull(tokens, token))) {
    return null;
  }
  const checks = conjuncts(tokens).map(readCondition);
  const known = new Set(columns.map((column) => column.toLowerCase()));
  const isUnderstood = checks.every((check) => check?.columns.every((column) => known.has(column)) === true);
  return isUnderstood ? checks.filter((check) => check !== null) : null;
}

function isNotNull(tokens: readonly SqlToken[], token: SqlToken): boolean {
  return tokens[tokens.indexOf(token) - 1]?.text.toLowerCase() === 'is';
}

function conjuncts(tokens: readonly SqlToken[]): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let between = false;
  for (const token of tokens) {
    const word = token.text.toLowerCase();
    if (word === 'between') between = true;
    if (word === 'and' && !between) parts.push([]);
    else parts.at(-1)?.push(token);
    if (word === 'and') between = false;
  }
  return parts;
}

function readCondition(tokens: readonly SqlToken[]): Check | null {
  const bare = tokens.filter(({ text }) => text !== '(' && text !== ')');
  const words = bare.map(({ text }) => text.toLowerCase());
  if (words.slice(1).join(' ') === 'is not null') {
    const column = nameOf(bare[0]);
    return { columns: [column], holds: (valueOf) => valueOf(column) !== null };
  }
  const left = operandOf(bare);
  if (left === null) return null;
  const rest = bare.slice(left.length);
  const word = rest[0]?.text.toLowerCase();
  if (word === 'in') return listCheck(left.operand, rest.slice(1));
  if (word === 'between') return betweenCheck(left.operand, rest.slice(1));
  const test = COMPARE[rest[0]?.text ?? ''];
  const right = operandOf(rest.slice(1));
  if (test === undefined || right === null || rest.length !== right.length + 1) return null;
  return compareCheck(left.operand, right.operand, test);
}

function listCheck(left: Operand, list: readonly SqlToken[]): Check | null {
  const values = constantsOf(list, ',');
  const holds: Check['holds'] = (valueOf) => {
    const value = read(left, valueOf);
    return value === null || values?.some((allowed) => compare(value, allowed) === 0) === true;
  };
  return values === null ? null : { columns: columnsOf(left), holds };
}

function betweenCheck(left: Operand, bounds: readonly SqlToken[]): Check | null {
  const [low, high, ...others] = constantsOf(bounds, 'and') ?? [];
  if (low === undefined || high === undefined || others.length > 0) return null;
  const holds: Check['holds'] = (valueOf) => {
    const value = read(left, valueOf);
    return value === null || (compare(value, low) >= 0 && compare(value, high) <= 0);
  };
  return { columns: columnsOf(left), holds };
}

function constantsOf(tokens: readonly SqlToken[], separator: string): InstanceValue[] | null {
  const values: InstanceValue[] = [];
  for (let at = 0; at <= tokens.length;) {
    const found = operandOf(tokens.slice(at));
    if (found === null || !('value' in found.operand)) return null;
    values.push(found.operand.value);
    at += found.length;
    if (at < tokens.length && tokens[at]?.text.toLowerCase() !== separator) return null;
    at += 1;
  }
  return values;
}

function compareCheck(left: Operand, right: Operand, test: (order: number) => boolean): Check {
  return {
    columns: [...columnsOf(left), ...columnsOf(right)],
    holds: (valueOf) => {
      const [one, other] = [read(left, valueOf), read(right, valueOf)];
      return one === null || other === null || test(compare(one, other));
    },
  };
}

function operandOf(tokens: readonly SqlToken[]): { operand: Operand; length: number } | null {
  const [first, second] = tokens;
  if (first === undefined) return null;
  if (/^(char_)?length$/i.test(first.text)) return { operand: { lengthOf: nameOf(second) }, length: 2 };
  if (first.text === '-' && second?.kind === 'number') return { operand: { value: -Number(second.text) }, length: 2 };
  const value = constantOf(first);
  if (value !== null) return { operand: { value }, length: 1 };
  return first.kind === 'word' || first.kind === 'quoted' ? { operand: { column: nameOf(first) }, length: 1 } : null;
}

function constantOf(token: SqlToken | undefined): InstanceValue {
  if (token?.kind === 'number') return Number(token.text);
  return token?.kind === 'string' ? token.text.slice(token.text.indexOf("'") + 1, -1).replaceAll("''", "'") : null;
}

function nameOf(token: SqlToken | undefined): string {
  const text = token?.text ?? '';
  return (token?.kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
}

function columnsOf(operand: Operand): string[] {
  if ('column' in operand) return [operand.column];
  return 'lengthOf' in operand ? [operand.lengthOf] : [];
}

function read(operand: Operand, valueOf: (column: string) => InstanceValue): InstanceValue {
  if ('column' in operand) return valueOf(operand.column);
  if ('value' in operand) return operand.value;
  const value = valueOf(operand.lengthOf);
  return value === null ? null : String(value).length;
}

export function compare(left: InstanceValue, right: InstanceValue): number {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Number(left) - Number(right);
}
