import type { Cell, DeclaredTable } from '@assay/contracts';
import type { Relation } from './relation.js';
import type { DatabaseSession } from '../session.js';
import { textOf, textOrNull } from './catalog-cells.js';
import { LONGEST_SQL } from './limits.js';
import { read } from './read-tables.js';

export interface DeclaredFact {
  schema: string | null;
  table: string;
  kind: 'unique' | 'check' | 'generated' | 'enum' | 'domain' | 'collation';
  /** Constraint for `unique` and `check`, otherwise the column. */
  name: string;
  /** Column, condition, expression, value, type or collation. */
  value: string | null;
}

/** @param statements return schema, table, kind, name, value; kind `labels` is an enum whose value is its type */
export function factReader(
  ...statements: string[]
): (session: DatabaseSession, signal: AbortSignal) => Promise<DeclaredFact[]> {
  return async (session, signal) => {
    const facts: DeclaredFact[] = [];
    for (const sql of statements) facts.push(...(await read(session, sql, signal)).flatMap(factsOf));
    return facts;
  };
}

function factsOf([schema, table, kind, name, value]: Cell[]): DeclaredFact[] {
  const place = { schema: textOrNull(schema), table: textOf(table), name: textOf(name) };
  if (kind !== 'labels') return [{ ...place, kind: textOf(kind) as DeclaredFact['kind'], value: textOrNull(value) }];
  const labels = [...textOf(value).matchAll(/'((?:[^']|'')*)'/g)];
  return labels.map(([, label = '']) => ({ ...place, kind: 'enum', value: label.replaceAll("''", "'") }));
}

/** Groups facts by table and adds view definitions; ignores unknown tables. */
export function declaredTables(relations: readonly Relation[], facts: readonly DeclaredFact[]): DeclaredTable[] {
  const grouped = Map.groupBy(facts, ({ schema, table }) => JSON.stringify([schema, table]));
  return relations.map(({ schema, name, kind, definition }) => {
    const own = grouped.get(JSON.stringify([schema, name])) ?? [];
    const byName = (wanted: DeclaredFact['kind']): [name: string, values: string[]][] => {
      const groups = Map.groupBy(
        own.filter((fact) => fact.kind === wanted),
        (fact) => fact.name,
      );
      return [...groups].map(([key, found]) => [key, found.flatMap(({ value }) => value ?? [])]);
    };
    const collations = byName('collation').flatMap(([column, [collation]]) => {
      return collation === undefined ? [] : [{ column, collation }];
    });
    return {
      schema,
      name,
      unique: byName('unique').map(([, columns]) => columns),
      checks: byName('check').flatMap(([, conditions]) => conditions),
      generated: byName('generated').map(([column, [expression = null]]) => ({ column, expression })),
      enums: byName('enum').map(([column, values]) => ({ column, values })),
      domains: byName('domain').flatMap(([column, [type]]) => (type === undefined ? [] : [{ column, type }])),
      ...(collations.length > 0 && { collations }),
      view: kind === 'view' && (definition ?? '').length <= LONGEST_SQL ? definition || null : null,
    };
  });
}
