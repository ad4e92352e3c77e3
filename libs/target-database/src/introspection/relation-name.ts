import type { Relation } from '../driver.js';

/** A name as statements write it: perhaps with a schema (or more) before it, perhaps quoted. */
export interface WrittenName {
  schema: string | null;
  name: string;
  /** The whole text without quotes, in lower case: a name may hold a dot of its own. */
  whole: string;
}

/** Takes `"My Schema".orders`, `dbo.[Order Details]` or `orders` apart; a database before the schema is dropped. */
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

/** Whether a written name may mean this relation; letter case is ignored, since a wrong guess must err towards yes. */
export function mayMean(written: WrittenName, relation: Pick<Relation, 'schema' | 'name'>): boolean {
  const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
  const name = relation.name.replace(/["`[\]]/g, '').toLowerCase();
  if (name.includes('.') && (written.whole === name || written.whole.endsWith(`.${name}`))) return true;
  if (!same(written.name, relation.name)) return false;
  return written.schema === null || relation.schema === null || same(written.schema, relation.schema);
}

/** The name of a relation for people: with its schema where it has one. */
export function displayName({ schema, name }: Pick<Relation, 'schema' | 'name'>): string {
  return schema === null ? name : `${schema}.${name}`;
}
