import type { NameRules } from '../../dialects/sql-dialect.js';
import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { isSearched } from '../tokens/call-check.js';
import { isOfProfile, type TokenProfile } from '../tokens/token-profile.js';
import { QualifierCheck } from './qualifier-check.js';
import type { TreeNode } from '../../polyglot/polyglot-parser.js';
import { plainStructures, readingKinds, statementKinds } from './tree-nodes.js';

interface Scope {
  names: Set<string>;
  outer: Scope | null;
}

interface Identifier {
  name: string;
}

interface CommonTable extends TreeNode {
  alias: Identifier;
  alias_first?: boolean;
}

/** Second layer: refuses node kinds that are not listed, and forbidden tables and types. */
export class TreeGuard {
  private readonly found = new Map<string, string>();
  readonly commonTables = new Set<string>();
  private readonly qualifiers: QualifierCheck | null;

  constructor(
    private readonly profile: TokenProfile,
    private readonly options: GuardOptions,
    private readonly names: NameRules,
  ) {
    this.qualifiers = profile.packages === null ? null : new QualifierCheck();
  }

  tables(): string[] {
    return [...this.found.values()];
  }

  check(statement: TreeNode): void {
    const kind = Object.keys(statement)[0] ?? '';
    if (!statementKinds.has(kind)) {
      throw new GuardRefused('not-a-read', `Only one reading statement is allowed (SELECT); this is ${kind}.`);
    }
    this.walk(statement, null);
    this.qualifiers?.check();
  }

  private walk(value: unknown, scope: Scope | null): void {
    if (Array.isArray(value)) for (const item of value) this.walk(item, scope);
    else if (typeof value === 'object' && value !== null) this.walkNode(value as TreeNode, scope);
  }

  private walkNode(node: TreeNode, scope: Scope | null): void {
    const keys = Object.keys(node);
    const [only = ''] = keys;
    if (keys.length === 1 && !plainStructures.has(only)) this.checkKind(only, node[only] as TreeNode, scope);
    const inner = this.walkWith(node['with'], scope);
    if (node['data_type'] === 'custom') this.checkType(node['name']);
    for (const key of keys) {
      const value = node[key];
      if (typeof value === 'object' && value !== null && key !== 'with') this.walk(value, inner);
    }
  }

  /** Own types may run code. */
  private checkType(name: unknown): void {
    const { ownTypes, types } = this.profile;
    const written = typeof name === 'string' ? name : '';
    const [word = ''] = written.toLowerCase().split(/[\s(]/u);
    if (!ownTypes || types.has(word)) return;
    throw new GuardRefused('function', `The type ${written} is not built in, so a conversion to it may run its code.`);
  }

  private walkWith(clause: unknown, scope: Scope | null): Scope | null {
    if (typeof clause !== 'object' || clause === null) return scope;
    const inner: Scope = { names: new Set(), outer: scope };
    const { ctes, recursive } = clause as { ctes?: CommonTable[]; recursive?: boolean };
    // In ClickHouse, only the later branches of a union see the table that is being made.
    const isRecursive =
      (recursive === true && this.profile.arrayJoins !== true) || this.profile.recursesWithoutWord === true;
    for (const cte of ctes ?? []) {
      if (isRecursive) inner.names.add(this.folded(cte.alias.name));
      this.walk(cte, inner);
      // ClickHouse's `WITH expression AS name` names no table.
      if (cte.alias_first === false) {
        this.walkNames(cte['this'], scope);
        continue;
      }
      inner.names.add(this.folded(cte.alias.name));
      this.commonTables.add(cte.alias.name.toLowerCase());
      this.qualifiers?.addSource(cte.alias);
    }
    return inner;
  }

  private checkKind(kind: string, node: TreeNode, scope: Scope | null): void {
    if (kind === 'into' || kind === 'into_clause')
      throw new GuardRefused('into', 'INTO would store the result; leave it out.');
    if (!readingKinds.has(kind)) {
      const spoken = kind.replaceAll('_', ' ').toUpperCase();
      throw new GuardRefused('construct', `${spoken} is not among the constructs that only read.`);
    }
    this.qualifiers?.visit(kind, node);
    if (kind === 'select') this.checkSelect(node);
    if (kind === 'table') this.checkTable(node, scope);
    if (kind === 'function' && isSearched(String(node['name']), this.options))
      this.checkTable({ name: { name: node['name'] } }, null);
    if (this.profile.arrayJoins !== true) return;
    if (kind === 'in') this.walkNames(node['expressions'], scope);
    if (kind === 'function' && node['name'] === 'in') this.walkNames(node['args'], scope);
  }

  /** ClickHouse reads the table that IN names: `a IN b`, `a IN (+b AS c)`, `WITH b AS c SELECT a IN c`. */
  private walkNames(value: unknown, scope: Scope | null): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value as TreeNode)) {
      // Positions have a `column` too, a number.
      if (key === 'column' && typeof child === 'object') {
        const { name, table } = child as TreeNode;
        this.checkTable({ name, schema: table }, scope);
      } else if (key !== 'select' && key !== 'function') this.walkNames(child, scope);
    }
  }

  private checkSelect(select: TreeNode): void {
    const isSet = (value: unknown): boolean =>
      value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0);
    if (isSet(select['into'])) throw new GuardRefused('into', 'SELECT … INTO would store the result; leave INTO out.');
    if (isSet(select['settings']) || isSet(select['format']))
      throw new GuardRefused('construct', 'SETTINGS and FORMAT are not allowed; leave them out.');
    if (isSet(select['locks']))
      throw new GuardRefused('locking', 'Locking clauses (FOR UPDATE, FOR SHARE) are not allowed; leave it out.');
  }

  private checkTable(table: TreeNode, scope: Scope | null): void {
    const identifiers = [table['catalog'], table['schema'], table['name']].filter(
      (part) => part !== null && part !== undefined,
    );
    const parts = identifiers.map((part) => (part as Identifier).name);
    if (parts.length > this.profile.maxNameParts) {
      throw new GuardRefused(
        'foreign-source',
        `${parts.join('.')} leads to another server or database, which is not allowed.`,
      );
    }
    // DuckDB tries the dotted name as a file.
    if (this.profile.fileNames?.test(parts.join('.')) === true) {
      throw new GuardRefused('foreign-source', 'Files may not be read; name a table of the schema.');
    }
    const folded = parts.map((part) => part.toLowerCase());
    const name = folded.at(-1) ?? '';
    if (this.options.allowSystemCatalogs !== true && isOfProfile(this.profile, folded)) {
      throw new GuardRefused('system-catalog', `${parts.join('.')} is a system catalog, which is not allowed here.`);
    }
    const isCommon = isVisible(this.folded(parts.at(-1) ?? ''), scope);
    if (parts.length === 1 && (isCommon || (this.names.hasDual && name === 'dual'))) return;
    const key = this.folded(parts.join('.'));
    if (!this.found.has(key)) this.found.set(key, parts.join('.'));
  }

  private folded(name: string): string {
    return this.names.tablesKeepCase ? name : name.toLowerCase();
  }
}

function isVisible(name: string, scope: Scope | null): boolean {
  for (let level = scope; level !== null; level = level.outer) if (level.names.has(name)) return true;
  return false;
}
