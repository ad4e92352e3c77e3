import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { polyglotTrees } from './parse-tree.js';
import type { TreeNode } from '../polyglot/polyglot-parser.js';

export interface SourceNames {
  aliases: ReadonlySet<string>;
  droppedOutputs: ReadonlySet<number>;
  /** Redundant qualifier of a single table; null if qualifiers matter. */
  onlyQualifier: string | null;
  /** Possible tables, whose case MySQL keeps. */
  keepsCase(name: string): boolean;
}

interface Identifier {
  name: string;
  span?: { start: number };
}

const unknownNames: SourceNames = {
  aliases: new Set(),
  droppedOutputs: new Set(),
  onlyQualifier: null,
  keepsCase: () => true,
};

/** None if the text cannot be parsed. */
export async function sourceNames(sql: string, dialect: Dialect): Promise<SourceNames> {
  const trees = await polyglotTrees(sql, dialect);
  const [statement, second] = trees?.statements ?? [];
  if (statement === undefined || second !== undefined || trees?.samePlaces !== true) return unknownNames;
  const names = new NameCollector();
  names.visit(statement);
  return names.result(statement, sql, sqlDialect(dialect).names.outputsNameValues === true);
}

class NameCollector {
  private readonly tables = new Set<string>();
  /** Spelling by folded name; an alias with a second spelling is not renamed. */
  private readonly aliases = new Map<string, string>();
  private readonly others = new Set<string>();
  private readonly outputs = new Set<string>();
  private readonly qualified = new Set<string>();
  private selects = 0;

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [key, child] of Object.entries(value as TreeNode)) {
      if (key === 'table' && isNode(child)) this.visitTable(child);
      else if (key === 'subquery' && isNode(child)) this.addAlias(child['alias']);
      else if (key === 'column' && isNode(child)) this.visitColumn(child);
      else if (key === 'alias' && isNode(child)) this.visitOutput(child);
      else if (key === 'select') this.selects += 1;
      else if (key === 'function' && isNode(child)) this.others.add(String(child['name']).toLowerCase());
      else if (key === 'column_aliases' || key === 'columns') this.addAll(child);
      this.visit(child);
    }
  }

  result(statement: TreeNode, sql: string, outputsNameValues: boolean): SourceNames {
    const renamable = [...this.aliases.keys()].filter((name) => !this.others.has(name) && !this.tables.has(name));
    const cased = new Set([...this.tables, ...this.aliases.keys()]);
    for (const name of renamable) cased.delete(name);
    return {
      aliases: new Set(renamable),
      droppedOutputs: unusedOutputs(statement, sql, outputsNameValues),
      onlyQualifier: this.onlyQualifier(statement, renamable),
      keepsCase: (name) => cased.has(name.toLowerCase()),
    };
  }

  private onlyQualifier(statement: TreeNode, renamable: readonly string[]): string | null {
    const select = statement['select'];
    if (this.selects !== 1 || !isNode(select) || !isNode(select['from']) || isNode(select['with'])) return null;
    const sources = select['from']['expressions'];
    const joins = select['joins'];
    if (!Array.isArray(sources) || sources.length !== 1 || (Array.isArray(joins) && joins.length > 0)) return null;
    const table = (sources[0] as TreeNode)['table'];
    if (!isNode(table) || isNode(table['schema']) || !isNode(table['name'])) return null;
    if ([...this.qualified].some((name) => this.outputs.has(name))) return null;
    const alias = [...this.aliases.keys()];
    if (alias.length === 0) return String(table['name']['name']);
    return alias.length === 1 && renamable.includes(alias[0] ?? '') ? (alias[0] ?? null) : null;
  }

  private visitColumn(column: TreeNode): void {
    this.add(this.others, column['name']);
    if (isNode(column['table'])) this.add(this.qualified, column['name']);
  }

  private visitOutput(alias: TreeNode): void {
    this.add(this.others, alias['alias']);
    this.add(this.outputs, alias['alias']);
  }

  private visitTable(table: TreeNode): void {
    if (!isNode(table['name'])) return;
    for (const part of [table['name'], table['schema'], table['catalog']]) this.add(this.tables, part);
    this.addAlias(table['alias']);
  }

  private addAlias(identifier: unknown): void {
    if (!isNode(identifier) || typeof identifier['name'] !== 'string') return;
    const name = identifier['name'];
    const spelling = this.aliases.get(name.toLowerCase()) ?? name;
    this.aliases.set(name.toLowerCase(), spelling);
    if (spelling !== name) this.others.add(name.toLowerCase());
  }

  private add(target: Set<string>, identifier: unknown): void {
    if (isNode(identifier) && typeof identifier['name'] === 'string') target.add(identifier['name'].toLowerCase());
  }

  private addAll(identifiers: unknown): void {
    if (Array.isArray(identifiers)) for (const identifier of identifiers) this.add(this.others, identifier);
  }
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unusedOutputs(statement: TreeNode, sql: string, outputsNameValues: boolean): ReadonlySet<number> {
  // Tree offsets count code points.
  if (/[\ud800-\udfff]/.test(sql)) return new Set();
  const select = statement['select'];
  if (!isNode(select) || !Array.isArray(select['expressions'])) return new Set();
  const used = new Set<string>();
  const clauses = Object.entries(select).filter(([key]) => outputsNameValues || key !== 'expressions');
  collectColumns(clauses, used);
  const offsets = new Set<number>();
  for (const output of select['expressions'] as { alias?: { alias: Identifier } }[]) {
    const identifier = output.alias?.alias;
    const start = identifier?.span?.start;
    if (identifier !== undefined && start !== undefined && !used.has(identifier.name.toLowerCase())) offsets.add(start);
  }
  return offsets;
}

function collectColumns(value: unknown, used: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectColumns(item, used);
  if (!isNode(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'column' && isNode(child) && !isNode(child['table']))
      used.add((child['name'] as Identifier).name.toLowerCase());
    collectColumns(child, used);
  }
}
