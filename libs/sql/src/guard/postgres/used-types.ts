import type { PostgresNode } from '../../postgres/postgres-parser.js';
import type { CatalogRelation } from '../database-catalog.js';

/** Which columns of types that are not built in a statement does something with, beyond returning them. */
export class UsedTypes {
  readonly #relations: { relation: CatalogRelation; alias: string; renamed: boolean }[] = [];
  readonly #names = new Set<string>();
  #collects = false;
  readonly #stars = new Set<PostgresNode | null>();

  /** A table of the statement; an alias may give its columns other names. */
  addRelation(relation: CatalogRelation, alias: string, renamed: boolean): void {
    if (relation.ownTypes.length > 0) this.#relations.push({ relation, alias, renamed });
  }

  addNames(names: readonly string[]): void {
    for (const name of names) this.#names.add(name);
  }

  /** A star, or null for what reaches every column without one. */
  addStar(star: PostgresNode | null): void {
    this.#stars.add(star);
  }

  /** Arrays are made of columns: a text beside one is cast to what the column's type checks. */
  addCollection(): void {
    this.#collects = true;
  }

  /** Ids of the types that a text beside a used column may be cast to: of plain columns only within arrays and rows. */
  literals(isPlain: (id: number) => boolean): number[] {
    const isRow = this.#collects || this.#relations.some(({ alias }) => this.#names.has(alias));
    return this.#relations
      .flatMap(({ relation }) => relation.ownTypes)
      .filter(({ column, id }) => isRow || ((this.#names.has(column) || this.#stars.size > 0) && !isPlain(id)))
      .map(({ id }) => id);
  }

  /** Ids of the types of every column of the statement's tables. */
  all(): number[] {
    return this.#relations.flatMap(({ relation }) => relation.ownTypes.map(({ id }) => id));
  }

  /** Ids of the types of the columns that are used: a star of the outermost SELECT only returns them. */
  among(select: PostgresNode): number[] {
    const outermost = select['larg'] === undefined ? starsOf(select) : [];
    const inside = this.#stars.size > outermost.filter((star) => this.#stars.has(star)).length;
    return this.#relations.flatMap(({ relation, alias, renamed }) => {
      // Its alias alone is a whole row.
      const isWhole = inside || renamed || this.#names.has(alias);
      return relation.ownTypes.filter(({ column }) => isWhole || this.#names.has(column)).map(({ id }) => id);
    });
  }
}

function starsOf(select: PostgresNode): PostgresNode[] {
  return ((select['targetList'] ?? []) as PostgresNode[]).flatMap((target) => {
    const value = (target['ResTarget'] as PostgresNode)['val'] as PostgresNode;
    const fields = ((value['ColumnRef'] as PostgresNode | undefined)?.['fields'] ?? []) as PostgresNode[];
    return fields.flatMap((field) => ('A_Star' in field ? [field['A_Star'] as PostgresNode] : []));
  });
}
