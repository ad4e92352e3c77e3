import type { Relation } from './relation.js';

export interface WrittenName {
  schema: string | null;
  name: string;
  /** Unquoted lower-case text; names may contain dots. */
  whole: string;
}

/** Parses `"My Schema".orders`, `dbo.[Order Details]` or `orders`; drops a database name. */
export function parseRelationName(written: string): WrittenName {
  const parts = [...written.matchAll(/"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[((?:[^\]]|\]\])*)\]|([^."`[\]]+)/g)].map(
    ([, double, back, bracket, bare]) =>
      double?.replaceAll('""', '"') ??
      back?.replaceAll('``', '`') ??
      bracket?.replaceAll(']]', ']') ??
      (bare ?? '').trim(),
  );
  return {
    schema: parts.at(-2) ?? null,
    name: parts.at(-1) ?? '',
    whole: written.replace(/["`[\]]/g, '').toLowerCase(),
  };
}

/** Ignores case, since a false match is the safe error. */
export function mayMean(written: WrittenName, relation: Pick<Relation, 'schema' | 'name'>): boolean {
  const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
  const name = relation.name.replace(/["`[\]]/g, '').toLowerCase();
  if (name.includes('.') && (written.whole === name || written.whole.endsWith(`.${name}`))) return true;
  if (!same(written.name, relation.name)) return false;
  return written.schema === null || relation.schema === null || same(written.schema, relation.schema);
}

export function displayName({ schema, name }: Pick<Relation, 'schema' | 'name'>): string {
  return schema === null ? name : `${schema}.${name}`;
}
