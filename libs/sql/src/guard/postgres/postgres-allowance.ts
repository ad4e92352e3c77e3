import type { CatalogTypeName } from '../database-catalog.js';

type Entries = readonly string[] | undefined;

/** `net_price`: any schema; `sales.net_price`: also unqualified. */
export function allowsFunction(entries: Entries, parts: readonly string[]): boolean {
  const written = parts.join('.').toLowerCase();
  const bare = (parts.at(-1) ?? '').toLowerCase();
  return (entries ?? []).some((entry) => {
    const allowed = entry.toLowerCase();
    if (allowed === written) return true;
    return parts.length === 1 ? allowed.split('.').at(-1) === bare : allowed === bare;
  });
}

export function allowsOperator(entries: Entries, schema: string, symbol: string): boolean {
  return (entries ?? []).some((entry) => {
    const [, own, allowed] = /^operator\((?:([^.()]+)\.)?([^()]+)\)$/i.exec(entry.trim()) ?? [];
    return allowed === symbol && (own === undefined || own.toLowerCase() === schema.toLowerCase());
  });
}

/** `cast(text as public.email)`, optionally qualified. */
export function allowsCast(entries: Entries, source: CatalogTypeName, target: CatalogTypeName): boolean {
  return (entries ?? []).some((entry) => {
    const [, from, to] = /^cast\((.+) as (.+)\)$/i.exec(entry.trim()) ?? [];
    return from !== undefined && to !== undefined && isType(from, source) && isType(to, target);
  });
}

function isType(written: string, { schema, name }: CatalogTypeName): boolean {
  const allowed = written.trim().toLowerCase();
  return allowed === name.toLowerCase() || allowed === `${schema}.${name}`.toLowerCase();
}
