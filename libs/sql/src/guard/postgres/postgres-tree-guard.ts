import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import type { GuardRule } from '../guard-rules.js';
import { checkAttribute, checkFunction, checkOperator, checkRowAttribute } from './postgres-names.js';
import { catalogTypes, readingFields, readingNodes, samplingMethods, writingStatements } from './postgres-nodes.js';
import { postgresSystemSchemas } from './postgres-functions.js';
import type { PostgresNode } from './postgres-parser.js';

/** The parts of a qualified name: `[{ String: { sval } }, …]`. */
export function nameParts(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((part) => String(((part as PostgresNode)['String'] as PostgresNode | undefined)?.['sval'] ?? '*'));
}

/** Common table expressions visible at a place in the tree, innermost first. */
interface Scope {
  names: Set<string>;
  outer: Scope | null;
}

/**
 * Walks a raw parse tree and throws `GuardRefused` at the first thing that is not on the lists. Node kinds and field
 * names are both allow-lists: what a newer grammar adds is refused until somebody has looked at it.
 */
export class PostgresTreeGuard {
  private readonly found = new Set<string>();
  private location = -1;

  constructor(
    private readonly text: string,
    private readonly options: GuardOptions,
  ) {}

  /** Tables named so far, common table expressions left out. */
  tables(): string[] {
    return [...this.found];
  }

  check(statement: PostgresNode): void {
    const kind = Object.keys(statement)[0] ?? '';
    if (kind !== 'SelectStmt') {
      this.refuse(
        'not-a-read',
        `Only one reading statement is allowed (SELECT, VALUES or TABLE); this is ${spoken(kind)}.`,
      );
    }
    this.walk(statement, null);
  }

  private refuse(rule: GuardRule, message: string): never {
    const offset = this.location < 0 ? undefined : Buffer.from(this.text).toString('utf8', 0, this.location).length;
    throw new GuardRefused(rule, message, offset);
  }

  private walk(value: unknown, scope: Scope | null): void {
    if (Array.isArray(value)) for (const item of value) this.walk(item, scope);
    else if (typeof value === 'object' && value !== null) this.walkNode(value as PostgresNode, scope);
  }

  private walkNode(node: PostgresNode, scope: Scope | null): void {
    if (typeof node['location'] === 'number' && node['location'] >= 0) this.location = node['location'];
    const inner = this.walkWith(node['withClause'] as PostgresNode | undefined, scope);
    for (const [key, value] of Object.entries(node)) {
      if (/^[A-Z]/.test(key)) this.checkKind(key, value as PostgresNode, inner);
      else this.checkField(key, value);
      if (key !== 'withClause') this.walk(value, inner);
    }
  }

  /** Walks a WITH; each query sees the names before it (all of them under RECURSIVE), the select sees all. */
  private walkWith(clause: PostgresNode | undefined, scope: Scope | null): Scope | null {
    if (clause === undefined) return scope;
    const inner: Scope = { names: new Set(), outer: scope };
    const ctes = (clause['ctes'] ?? []) as { CommonTableExpr: PostgresNode }[];
    if (clause['recursive'] === true) for (const cte of ctes) inner.names.add(String(cte.CommonTableExpr['ctename']));
    for (const cte of ctes) {
      this.walk(cte, inner);
      inner.names.add(String(cte.CommonTableExpr['ctename']));
    }
    return inner;
  }

  private checkKind(kind: string, node: PostgresNode, scope: Scope | null): void {
    if (typeof node['location'] === 'number' && node['location'] >= 0) this.location = node['location'];
    if (writingStatements.has(kind)) this.refuse('writing-cte', `A WITH query may not write; this is ${spoken(kind)}.`);
    if (kind === 'LockingClause')
      this.refuse('locking', 'Locking clauses (FOR UPDATE, FOR SHARE) are not allowed; leave it out.');
    if (kind === 'ParamRef') this.refuse('parameter', 'The statement has a placeholder; write the value itself.');
    if (!readingNodes.has(kind))
      this.refuse('construct', `${spoken(kind)} is not among the constructs that only read.`);
    const problem = this.problemOf(kind, node);
    if (problem !== null) this.refuse(problem.rule, problem.message);
    if (kind === 'RangeVar') this.checkTable(node, scope);
    if (kind === 'RangeTableSample' && !samplingMethods.has(nameParts(node['method']).join('.'))) {
      this.refuse('function', `The sampling method ${nameParts(node['method']).join('.')} is not built in.`);
    }
  }

  private problemOf(kind: string, node: PostgresNode): { rule: GuardRule; message: string } | null {
    if (kind === 'FuncCall') {
      const argumentCount = Array.isArray(node['args']) ? node['args'].length : 0;
      return checkFunction(nameParts(node['funcname']), argumentCount, this.options);
    }
    if (kind === 'A_Expr') return checkOperator(nameParts(node['name']));
    if (kind === 'SubLink' && node['operName'] !== undefined) return checkOperator(nameParts(node['operName']));
    if (kind === 'SortBy' && node['useOp'] !== undefined) return checkOperator(nameParts(node['useOp']));
    if (kind === 'ColumnRef') return checkRowAttribute(nameParts(node['fields']).slice(1), this.options);
    if (kind === 'A_Indirection') {
      const names = (node['indirection'] as PostgresNode[]).filter((step) => 'String' in step);
      return checkAttribute(nameParts(names), this.options);
    }
    return null;
  }

  private checkField(field: string, value: unknown): void {
    if (field === 'intoClause') this.refuse('into', 'SELECT … INTO writes a table; leave INTO out.');
    if (field === 'lockingClause')
      this.refuse('locking', 'Locking clauses (FOR UPDATE, FOR SHARE) are not allowed; leave it out.');
    if (!readingFields.has(field))
      this.refuse('construct', `This statement holds something that was never reviewed (${field}).`);
    if ((field === 'typeName' || field === 'typename') && value !== null) this.checkType(value as PostgresNode);
  }

  private checkType(type: PostgresNode): void {
    const names = nameParts(type['names']);
    if (catalogTypes.has(names.at(-1) ?? '') && this.options.allowSystemCatalogs !== true) {
      this.refuse(
        'system-catalog',
        `The type ${names.at(-1)} looks up the system catalogs, which are not allowed here.`,
      );
    }
  }

  private checkTable(table: PostgresNode, scope: Scope | null): void {
    const name = String(table['relname']);
    const schema = table['schemaname'] === undefined ? null : String(table['schemaname']);
    const isSystem = schema === null ? name.startsWith('pg_') : postgresSystemSchemas.has(schema);
    if (isSystem && this.options.allowSystemCatalogs !== true) {
      this.refuse(
        'system-catalog',
        `${schema === null ? name : `${schema}.${name}`} is a system catalog, which is not allowed here.`,
      );
    }
    if (schema === null && isVisible(name, scope)) return;
    this.found.add(schema === null ? name : `${schema}.${name}`);
  }
}

function isVisible(name: string, scope: Scope | null): boolean {
  for (let level = scope; level !== null; level = level.outer) if (level.names.has(name)) return true;
  return false;
}

/** `InsertStmt` as people say it. */
function spoken(kind: string): string {
  const words = kind
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^A_/, '');
  return words.toUpperCase();
}
