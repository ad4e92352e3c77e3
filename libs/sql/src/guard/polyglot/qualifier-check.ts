import { GuardRefused } from '../guard-refused.js';
import type { TreeNode } from '../../polyglot/polyglot-parser.js';

interface Identifier {
  name: string;
}

function nameOf(identifier: unknown): string | null {
  if (typeof identifier !== 'object' || identifier === null || !('name' in identifier)) return null;
  return String(identifier.name).toLowerCase();
}

/** If `name.member` may be a call (Oracle), qualifiers must be sources. */
export class QualifierCheck {
  private readonly sources = new Set<string>();
  private readonly schemas = new Set<string>();
  private readonly qualifiers = new Set<string>();
  /** Columns inside a `dot`, which `dotted` holds. */
  private readonly inDots = new Set<unknown>();
  private readonly dotted: { first: string; second: string | null }[] = [];

  visit(kind: string, node: TreeNode): void {
    if (['table', 'subquery', 'lateral', 'pivot', 'unpivot'].includes(kind)) this.addSource(node['alias']);
    if (kind === 'table') {
      this.addSource(node['name']);
      const schema = nameOf(node['schema']);
      if (schema !== null) this.schemas.add(schema);
    }
    if (kind === 'select') this.visitSources(node);
    if (kind === 'dot') this.visitDot(node);
    if (kind === 'column' && !this.inDots.has(node)) this.addQualifier(node['table']);
  }

  addSource(identifier: unknown): void {
    const name = nameOf(identifier);
    if (name !== null) this.sources.add(name);
  }

  check(): void {
    for (const qualifier of this.qualifiers) if (!this.sources.has(qualifier)) refuse(qualifier);
    for (const { first, second } of this.dotted) {
      const isTableOfSchema = this.schemas.has(first) && second !== null && this.sources.has(second);
      if (!isTableOfSchema && !this.sources.has(first)) refuse(first);
    }
  }

  private addQualifier(identifier: unknown): void {
    const name = nameOf(identifier);
    if (name !== null) this.qualifiers.add(name);
  }

  /** Aliases name a source only in FROM and JOIN. */
  private visitSources(select: TreeNode): void {
    const from = (select['from'] as { expressions?: TreeNode[] } | null)?.expressions ?? [];
    const joins = ((select['joins'] ?? []) as { this: TreeNode }[]).map((join) => join.this);
    for (const source of [...from, ...joins])
      this.addSource((source['alias'] as { alias?: Identifier } | undefined)?.alias);
  }

  private visitDot(dot: TreeNode): void {
    const column = (dot['this'] as { column?: TreeNode } | undefined)?.column;
    const first = nameOf(column?.['table']);
    if (column === undefined || first === null) return;
    this.inDots.add(column);
    this.dotted.push({ first, second: nameOf(column['name']) });
  }
}

function refuse(qualifier: string): never {
  const message = `${qualifier} is no table or alias of this statement, so what is behind its dot would be a call.`;
  throw new GuardRefused('function', message);
}
