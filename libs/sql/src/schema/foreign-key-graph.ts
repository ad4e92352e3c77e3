import type { TableSchema } from '@assay/contracts';
import { referencedName } from './render-m-schema.js';
import { qualifiedName } from './qualified-name.js';

/** Nodes are table indexes; edges go both ways. */
export class ForeignKeyGraph {
  private readonly edges: Set<number>[];

  constructor(tables: readonly TableSchema[]) {
    const byName = new Map(tables.map((table, index) => [qualifiedName(table), index]));
    this.edges = tables.map(() => new Set<number>());
    for (const [from, table] of tables.entries()) {
      for (const key of table.foreignKeys) {
        const to = byName.get(referencedName(key));
        if (to === undefined || to === from) continue;
        this.edges[from]?.add(to);
        this.edges[to]?.add(from);
      }
    }
  }

  neighbours(table: number): number[] {
    return [...(this.edges[table] ?? [])];
  }

  bridges(table: number, kept: ReadonlySet<number>): number[] {
    const direct = this.neighbours(table);
    if (direct.some((neighbour) => kept.has(neighbour))) return [];
    return direct.filter(
      (neighbour) => !kept.has(neighbour) && this.neighbours(neighbour).some((other) => kept.has(other)),
    );
  }
}
