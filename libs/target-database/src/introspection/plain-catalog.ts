import type { DatabaseCatalog } from '@assay/sql';

/** A catalog for engines without type-dependent name resolution. */
export function plainCatalog(
  functions: readonly { schema: string; name: string }[],
  relations: readonly { schema: string; name: string; columns: string[] }[] = [],
): DatabaseCatalog {
  return {
    version: null,
    columnStamps: new Map(),
    relations: relations.map((relation) => ({ ...relation, rowType: 0, ownTypes: [] })),
    functions: functions.map((one) => ({
      ...one,
      fewest: 0,
      most: Infinity,
      outNames: [],
      returns: 0,
      extension: null,
    })),
    operators: [],
    casts: [],
    types: [],
    orderings: [],
    builtInNames: new Set(),
  };
}
