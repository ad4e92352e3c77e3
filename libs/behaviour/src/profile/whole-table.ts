import type { Cell, ColumnProfile, TableProfile, TableSchema } from '@assay/contracts';
import { askedOf, type ProfileQueries, type Rule } from './profile-queries.js';
import { asNumber } from './with-numbers.js';

export type SeenTable = Pick<TableProfile, 'columns' | 'unique' | 'dependencies' | 'orders' | 'ofFirst'>;

/** Wide samples suggest many by chance. */
const MOST_RULES = 24;

/** Null on failure or timeout. */
export type ReadRows = (sql: string) => Promise<Cell[][] | null>;

/**
 * Takes two statements.
 * @returns verified rules; if a statement fails, none, and the number of sampled rows in `ofFirst`
 */
export async function wholeTable(
  table: TableSchema,
  seen: SeenTable,
  sampled: number,
  queries: ProfileQueries,
  read: ReadRows,
): Promise<SeenTable> {
  const partly = { columns: seen.columns, unique: [], dependencies: [], orders: [], ofFirst: sampled };
  const [facts] = (await read(queries.facts)) ?? [];
  if (facts === undefined) return partly;
  const total = Number(facts[0]);
  const { columns, isKnown } = withFacts(table, seen.columns, facts, queries);
  const alike = new Map(columns.map(({ name, distinct, nullShare }) => [name, distinct + Number(nullShare > 0)]));
  const isAsked = (names: readonly string[]): boolean => names.every((name) => isKnown.has(name));

  const single = seen.unique.filter((names) => names.length === 1 && isAsked(names));
  const pairs = seen.unique.filter((names) => names.length > 1 && isAsked(names));
  const dependencies = seen.dependencies.filter(({ from, to }) => isAsked([from, to]));
  const orders = seen.orders.filter(({ low, high }) => isAsked([low, high]));
  const asked: { rule: Rule; expected: number }[] = [
    ...pairs.map((names) => ({ rule: { kind: 'together' as const, columns: names }, expected: total })),
    ...orders.map((order) => ({ rule: { kind: 'order' as const, ...order }, expected: 0 })),
    ...dependencies.map(({ from, to }) => {
      return { rule: { kind: 'together' as const, columns: [from, to] }, expected: alike.get(from) ?? -1 };
    }),
  ].slice(0, MOST_RULES);
  const [breaches = []] =
    asked.length === 0 ? [] : ((await read(queries.breaches(asked.map(({ rule }) => rule)))) ?? []);
  const holds = asked.map(
    ({ expected }, index) => breaches[index] !== undefined && Number(breaches[index]) === expected,
  );
  return {
    columns,
    unique: [...single.filter(([name = '']) => alike.get(name) === total), ...pairs.filter((_, index) => holds[index])],
    orders: orders.filter((_, index) => holds[pairs.length + index]),
    dependencies: dependencies.filter((_, index) => holds[pairs.length + orders.length + index]),
  };
}

/** Whole-table facts replace sampled ones. */
function withFacts(
  table: TableSchema,
  columns: readonly ColumnProfile[],
  [rows = 0, ...facts]: readonly Cell[],
  { dialect }: ProfileQueries,
): { columns: ColumnProfile[]; isKnown: Set<string> } {
  const left = [...facts];
  const isKnown = new Set<string>();
  const whole = table.columns.flatMap((schema) => {
    const { isCompared, isOrdered } = askedOf(schema, dialect);
    const filled = Number(left.shift());
    const distinct = isCompared ? Number(left.shift()) : null;
    const [minimum = null, maximum = null] = isOrdered ? left.splice(0, 2) : [];
    const found = columns.find(({ name }) => name === schema.name);
    if (found === undefined) return [];
    const { sampled: _, ...own } = found;
    if (isCompared) isKnown.add(schema.name);
    const nullShare = Number(rows) === 0 ? 0 : 1 - filled / Number(rows);
    return [
      {
        ...{ ...own, nullShare },
        ...(distinct !== null && { distinct }),
        ...(!isOrdered && { sampled: isCompared ? ['range' as const] : ['distinct' as const, 'range' as const] }),
        ...(isOrdered && { minimum: asNumber(minimum, schema), maximum: asNumber(maximum, schema) }),
      },
    ];
  });
  return { columns: whole, isKnown };
}
