import type { PostgresNode } from '../../postgres/postgres-parser.js';
import type { CatalogRelation } from '../database-catalog.js';

/** Columns of own types that are used, not only returned. */
export class UsedTypes {
  private readonly relations: { relation: CatalogRelation; alias: string; renamed: boolean }[] = [];
  private readonly names = new Set<string>();
  private readonly results: number[] = [];
  private collects = false;
  private readonly stars = new Set<PostgresNode | null>();
  private readonly listed = new Set<PostgresNode>();

  /** @param renamed by the alias */
  addRelation(relation: CatalogRelation, alias: string, renamed: boolean): void {
    this.relations.push({ relation, alias, renamed });
  }

  addResult(id: number): void {
    this.results.push(id);
  }

  addNames(names: readonly string[]): void {
    for (const name of names) this.names.add(name);
  }

  /** A star directly in a SELECT list expands to columns. */
  addTarget(target: PostgresNode): void {
    for (const star of starsOf(target)) this.listed.add(star);
  }

  /** @param star null: all columns. Outside of a SELECT list it is a whole row. */
  addStar(star: PostgresNode | null): void {
    this.stars.add(star);
    if (star !== null && !this.listed.has(star)) this.collects = true;
  }

  /** Arrays or rows: a literal beside one is cast. */
  addCollection(): void {
    this.collects = true;
  }

  /** Types to which literals beside columns are cast; plain types only in arrays and rows. */
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

  all(): number[] {
    const columns = this.relations.flatMap(({ relation, alias }) => [
      ...relation.ownTypes.map(({ id }) => id),
      ...(this.stars.size > 0 || this.names.has(alias) ? [relation.rowType] : []),
    ]);
    return [...columns, ...this.results];
  }

  /** Types of columns that are used; the outermost SELECT list only returns its stars. */
  among(select: PostgresNode): number[] {
    const outermost = select['larg'] === undefined && !comparesRows(select) ? starsOfSelect(select) : [];
    const inside = this.stars.size > outermost.filter((star) => this.stars.has(star)).length;
    const columns = this.relations.flatMap(({ relation, alias, renamed }) => {
      const isWhole = inside || renamed || this.names.has(alias);
      const used = relation.ownTypes.filter(({ column }) => isWhole || this.names.has(column)).map(({ id }) => id);
      return isWhole ? [...used, relation.rowType] : used;
    });
    return [...columns, ...this.results];
  }
}

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
