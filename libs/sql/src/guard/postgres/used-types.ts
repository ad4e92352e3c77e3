import type { PostgresNode } from '../../postgres/postgres-parser.js';
import type { CatalogRelation } from '../database-catalog.js';

/** Which columns of types that are not built in a statement does something with, beyond returning them. */
export class UsedTypes {
  private readonly relations: { relation: CatalogRelation; alias: string; renamed: boolean }[] = [];
  private readonly names = new Set<string>();
  private readonly results: number[] = [];
  private collects = false;
  private readonly stars = new Set<PostgresNode | null>();
  private readonly listed = new Set<PostgresNode>();

  /** A table of the statement; an alias may give its columns other names. */
  addRelation(relation: CatalogRelation, alias: string, renamed: boolean): void {
    this.relations.push({ relation, alias, renamed });
  }

  /** The type of what a function of the database's own returns. */
  addResult(id: number): void {
    this.results.push(id);
  }

  addNames(names: readonly string[]): void {
    for (const name of names) this.names.add(name);
  }

  /** What a SELECT returns: a star there is a list of columns. */
  addTarget(target: PostgresNode): void {
    for (const star of starsOf(target)) this.listed.add(star);
  }

  /** A star, or null for what reaches every column without one. In an expression it is a whole row. */
  addStar(star: PostgresNode | null): void {
    this.stars.add(star);
    if (star !== null && !this.listed.has(star)) this.collects = true;
  }

  /** Arrays or rows are made of columns: a text beside one is cast to what the column's type checks. */
  addCollection(): void {
    this.collects = true;
  }

  /** Ids of the types that a text beside a used column may be cast to: of plain columns only within arrays and rows. */
  literals(isPlain: (id: number) => boolean): number[] {
    const isRow = this.collects || this.relations.some(({ alias }) => this.names.has(alias));
    const columns = this.relations.flatMap(({ relation, renamed }) => {
      const isUsed = (column: string): boolean => renamed || this.stars.size > 0 || this.names.has(column);
      return relation.ownTypes
        .filter(({ column, id }) => isRow || (isUsed(column) && !isPlain(id)))
        .map(({ id }) => id);
    });
    return [...columns, ...this.results.filter((id) => isRow || !isPlain(id))];
  }

  /** Ids of the types of every column of the statement's tables, and of the rows that it names. */
  all(): number[] {
    const columns = this.relations.flatMap(({ relation, alias }) => [
      ...relation.ownTypes.map(({ id }) => id),
      ...(this.stars.size > 0 || this.names.has(alias) ? [relation.rowType] : []),
    ]);
    return [...columns, ...this.results];
  }

  /** Ids of the types of the columns and rows that are used: a star of the outermost SELECT only returns them. */
  among(select: PostgresNode): number[] {
    const outermost = select['larg'] === undefined && !comparesRows(select) ? starsOfSelect(select) : [];
    const inside = this.stars.size > outermost.filter((star) => this.stars.has(star)).length;
    const columns = this.relations.flatMap(({ relation, alias, renamed }) => {
      // Its alias alone is a whole row.
      const isWhole = inside || renamed || this.names.has(alias);
      const used = relation.ownTypes.filter(({ column }) => isWhole || this.names.has(column)).map(({ id }) => id);
      return isWhole ? [...used, relation.rowType] : used;
    });
    return [...columns, ...this.results];
  }
}

/** Whether a SELECT compares the values of its columns without naming them: by DISTINCT, or by their place. */
function comparesRows(select: PostgresNode): boolean {
  const places = JSON.stringify([select['sortClause'] ?? [], select['groupClause'] ?? []]);
  return select['distinctClause'] !== undefined || places.includes('"A_Const"');
}

function starsOfSelect(select: PostgresNode): PostgresNode[] {
  return ((select['targetList'] ?? []) as PostgresNode[]).flatMap((target) =>
    starsOf(target['ResTarget'] as PostgresNode),
  );
}

function starsOf(target: PostgresNode): PostgresNode[] {
  const value = target['val'] as PostgresNode | undefined;
  const fields = ((value?.['ColumnRef'] as PostgresNode | undefined)?.['fields'] ?? []) as PostgresNode[];
  return fields.flatMap((field) => ('A_Star' in field ? [field['A_Star'] as PostgresNode] : []));
}
