import type { CatalogVersion } from '../database-catalog.js';
import type { CatalogIndex } from './catalog-index.js';

/** Relations and types on whose catalog version a checked statement depends. */
export class ReferencedRelations {
  private readonly names = new Set<string>();
  private readonly types: string[] = [];
  private readonly functions: string[] = [];

  addRelation(name: string): void {
    this.names.add(name);
  }

  addType(name: string): void {
    this.types.push(name, name.replace(/^_/, ''));
  }

  /** May return a row. */
  addFunction(name: string): void {
    this.functions.push(name);
  }

  version(index: CatalogIndex): CatalogVersion | null {
    const names = [...this.names, ...this.types].filter((name) => index.catalog.columnStamps.has(name));
    return index.version(new Set([...this.names, ...names]), this.ids(names, index));
  }

  private ids(names: string[], index: CatalogIndex): number[] {
    return [
      ...names.flatMap((name) => index.relations(name, null).flatMap(({ ownTypes }) => ownTypes.map(({ id }) => id))),
      ...this.types.flatMap((name) => index.typesNamed(name, null).map(({ id }) => id)),
      ...this.functions.flatMap((name) => index.functionsNamed(name).map(({ returns }) => returns)),
    ];
  }
}
