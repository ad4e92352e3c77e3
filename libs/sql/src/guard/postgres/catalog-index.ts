import type {
  CatalogFunction,
  CatalogOperator,
  CatalogRelation,
  CatalogType,
  CatalogVersion,
  DatabaseCatalog,
} from '../database-catalog.js';

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const indexes = new WeakMap<DatabaseCatalog, CatalogIndex>();

/** Bare names match every schema, hence any search path. */
export class CatalogIndex {
  readonly types: ReadonlyMap<number, CatalogType>;
  private readonly relationsByName: Map<string, CatalogRelation[]>;
  private readonly functionsByName: Map<string, CatalogFunction[]>;
  private readonly operatorsByName: Map<string, CatalogOperator[]>;
  private readonly typesByName: Map<string, CatalogType[]>;
  private readonly rows: Map<number, string>;

  private constructor(readonly catalog: DatabaseCatalog) {
    this.types = new Map(catalog.types.map((type) => [type.id, type]));
    this.relationsByName = grouped(catalog.relations, ({ name }) => name);
    this.functionsByName = grouped(catalog.functions, ({ name }) => name);
    this.operatorsByName = grouped(catalog.operators, ({ symbol }) => symbol);
    this.typesByName = grouped(catalog.types, ({ name }) => name);
    this.rows = new Map(catalog.relations.map(({ rowType, name }) => [rowType, name]));
  }

  static of(catalog: DatabaseCatalog): CatalogIndex {
    const known = indexes.get(catalog);
    if (known !== undefined) return known;
    const index = new CatalogIndex(catalog);
    indexes.set(catalog, index);
    return index;
  }

  relations(name: string, schema: string | null): CatalogRelation[] {
    return inSchema(this.relationsByName.get(name), schema);
  }

  functions(name: string, schema: string | null, argumentCount: number): CatalogFunction[] {
    return inSchema(this.functionsByName.get(name), schema).filter(
      ({ fewest, most }) => fewest <= argumentCount && argumentCount <= most,
    );
  }

  functionsNamed(name: string): CatalogFunction[] {
    return this.functionsByName.get(name) ?? [];
  }

  operators(symbol: string, schema: string | null): CatalogOperator[] {
    return inSchema(this.operatorsByName.get(symbol), schema);
  }

  typesNamed(name: string, schema: string | null): CatalogType[] {
    return inSchema(this.typesByName.get(name), schema);
  }

  /** `value.name` may be a call or a cast. */
  isCallable(name: string): boolean {
    // Other encodings may fold non-ASCII letters.
    return [name, name.toLowerCase()].some(
      (one) => this.catalog.builtInNames.has(one) || this.functionsByName.has(one) || this.typesByName.has(one),
    );
  }

  /** Facts behind a decision on these relations and types; null without a catalog version. */
  version(names: Iterable<string>, ids: Iterable<number>): CatalogVersion | null {
    if (this.catalog.version === null) return null;
    const rows = [...this.reach(ids)].flatMap((id) => this.rows.get(id) ?? this.types.get(id)?.name ?? []);
    const relations = [...new Set([...names, ...rows])].sort();
    const columns = relations.reduce((sum, name) => sum + (this.catalog.columnStamps.get(name) ?? 0n), 0n);
    return { names: this.catalog.version, relations, columns: String(columns) };
  }

  reach(ids: Iterable<number>): Set<number> {
    const reached = new Set<number>();
    const open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      open.push(...(this.types.get(id)?.parts ?? []));
    }
    return reached;
  }
}

function inSchema<Item extends { schema: string }>(items: Item[] | undefined, schema: string | null): Item[] {
  if (items === undefined) return [];
  return schema === null ? items : items.filter((item) => item.schema === schema);
}
