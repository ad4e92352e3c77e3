import type { CatalogVersion } from '../database-catalog.js';
import type { CatalogIndex } from './catalog-index.js';

/** Relations and composite types whose columns decide what a statement means. */
export class MeantRelations {
  private readonly names = new Set<string>();
  private readonly types: string[] = [];
  private readonly functions: string[] = [];

  /** A table, view, or whatever else stands under this name in FROM. */
  addRelation(name: string): void {
    this.names.add(name);
  }

  /** A type that is named, without its schema. */
  addType(name: string): void {
    this.types.push(name, name.replace(/^_/, ''));
  }

  /** A function, whose result may be a row. */
  addFunction(name: string): void {
    this.functions.push(name);
  }

  /** What the statement was judged by, with the columns of all of these and of what their values consist of. */
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
