import { estimateTokens, type DatabaseSchema, type TableSchema } from '@assay/contracts';
import { ForeignKeyGraph } from './foreign-key-graph.js';
import { qualifiedName } from './qualified-name.js';
import type { KnownData } from './known-data.js';
import { namesIn, referencedName, renderForeignKeys, renderTable } from './render-m-schema.js';
import { TableIndex } from './table-index.js';

/** Index, graph and token costs of a schema, computed once. */
export class LinkableSchema {
  readonly index: TableIndex;
  readonly graph: ForeignKeyGraph;
  readonly names: readonly string[];
  readonly costs: readonly number[];
  readonly frame: number;
  readonly nameOf: ReturnType<typeof namesIn>;
  private readonly nameSet: ReadonlySet<string>;
  private readonly referenced = new Map<string, Set<string>>();

  constructor(
    readonly schema: DatabaseSchema,
    private readonly examples: boolean,
    private readonly known: KnownData,
  ) {
    this.nameOf = namesIn(schema);
    this.names = schema.tables.map(qualifiedName);
    this.nameSet = new Set(this.names);
    this.index = new TableIndex(schema.tables);
    this.graph = new ForeignKeyGraph(schema.tables);
    this.frame = estimateTokens(schema.name) + 20;
    this.costs = schema.tables.map((table) => this.costOf(table));
    for (const key of schema.tables.flatMap(({ foreignKeys }) => foreignKeys)) {
      const columns = this.referenced.get(referencedName(key)) ?? new Set();
      for (const column of key.referencedColumns) columns.add(column);
      this.referenced.set(referencedName(key), columns);
    }
  }

  get wholeCost(): number {
    return this.costs.reduce((sum, cost) => sum + cost, this.frame);
  }

  costOf(table: TableSchema): number {
    const { nameOf, examples, known } = this;
    const keys = renderForeignKeys(table, this.nameSet, nameOf).join('\n');
    return estimateTokens(renderTable(table, table.columns, { nameOf, examples, known })) + estimateTokens(keys) + 1;
  }

  keyColumns(table: TableSchema): ReadonlySet<string> {
    const own = table.foreignKeys.flatMap(({ columns }) => columns);
    return new Set([...table.primaryKey, ...own, ...(this.referenced.get(qualifiedName(table)) ?? [])]);
  }
}

const made = new WeakMap<DatabaseSchema, WeakMap<KnownData, Map<boolean, LinkableSchema>>>();

export function linkableSchema(schema: DatabaseSchema, examples: boolean, known: KnownData): LinkableSchema {
  const ofSchema = made.get(schema) ?? new WeakMap<KnownData, Map<boolean, LinkableSchema>>();
  made.set(schema, ofSchema);
  const byExamples = ofSchema.get(known) ?? new Map<boolean, LinkableSchema>();
  ofSchema.set(known, byExamples);
  const linkable = byExamples.get(examples) ?? new LinkableSchema(schema, examples, known);
  byExamples.set(examples, linkable);
  return linkable;
}
