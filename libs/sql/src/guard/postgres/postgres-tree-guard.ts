import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { codeUnitOffset } from '../../lexer/offsets.js';
import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import type { GuardRule } from '../guard-rules.js';
import { checkAttribute, checkFunction, checkOperator, checkRowAttribute, type NameProblem } from './postgres-names.js';
import { catalogTypes, readingFields, readingNodes, samplingMethods, writingStatements } from './postgres-nodes.js';

const LOCKING = 'Locking clauses (FOR UPDATE, FOR SHARE) are not allowed; leave it out.';

/** The parts of a qualified name: `[{ String: { sval } }, …]`. */
function nameParts(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((part) => (part as { String?: { sval?: string } }).String?.sval ?? '*');
}

/**
 * Walks a raw parse tree and throws `GuardRefused` at the first thing that is not on the lists. Node kinds and field
 * names are both allow-lists: what a newer grammar adds is refused until somebody has looked at it.
 */
export class PostgresTreeGuard {
  /** Byte offset of the last node that has one: where a refusal points. */
  private location = -1;

  constructor(
    private readonly text: string,
    private readonly options: GuardOptions,
  ) {}

  /** @throws GuardRefused */
  check(statement: PostgresNode): void {
    const kind = Object.keys(statement)[0] ?? '';
    if (kind !== 'SelectStmt') {
      const message = `Only one reading statement is allowed (SELECT, VALUES or TABLE); this is ${spoken(kind)}.`;
      this.refuse('not-a-read', message);
    }
    this.walk(statement);
  }

  private refuse(rule: GuardRule, message: string): never {
    throw new GuardRefused(rule, message, this.location < 0 ? undefined : codeUnitOffset(this.text, this.location));
  }

  private walk(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.walk(item);
    else if (typeof value === 'object' && value !== null) this.walkNode(value as PostgresNode);
  }

  private walkNode(node: PostgresNode): void {
    this.locate(node);
    for (const [key, value] of Object.entries(node)) {
      if (/^[A-Z]/.test(key)) this.checkKind(key, value as PostgresNode);
      else this.checkField(key, value);
      this.walk(value);
    }
  }

  private locate(node: PostgresNode): void {
    if (typeof node['location'] === 'number' && node['location'] >= 0) this.location = node['location'];
  }

  private checkKind(kind: string, node: PostgresNode): void {
    this.locate(node);
    if (writingStatements.has(kind)) this.refuse('writing-cte', `A WITH query may not write; this is ${spoken(kind)}.`);
    if (kind === 'LockingClause') this.refuse('locking', LOCKING);
    if (kind === 'ParamRef') this.refuse('parameter', 'The statement has a placeholder; write the value itself.');
    if (!readingNodes.has(kind)) {
      this.refuse('construct', `${spoken(kind)} is not among the constructs that only read.`);
    }
    const problem = this.problemOf(kind, node);
    if (problem !== null) this.refuse(problem.rule, problem.message);
    if (kind === 'RangeVar') this.checkTable(node);
    const method = nameParts(node['method']).join('.');
    if (kind === 'RangeTableSample' && !samplingMethods.has(method)) {
      this.refuse('function', `The sampling method ${method} is not built in.`);
    }
  }

  private problemOf(kind: string, node: PostgresNode): NameProblem | null {
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
    if (field === 'lockingClause') this.refuse('locking', LOCKING);
    if (!readingFields.has(field)) {
      this.refuse('construct', `This statement holds something that was never reviewed (${field}).`);
    }
    if ((field === 'typeName' || field === 'typename') && value !== null) this.checkType(value as PostgresNode);
  }

  private checkType(type: PostgresNode): void {
    const name = nameParts(type['names']).at(-1) ?? '';
    if (catalogTypes.has(name)) this.checkCatalogUse(`The type ${name} looks up the system catalogs`);
  }

  private checkTable(table: PostgresNode): void {
    const name = String(table['relname']);
    const schema = typeof table['schemaname'] === 'string' ? table['schemaname'] : null;
    // Only the server makes schemas that begin like this (`pg_temp`, `pg_toast_temp_3`).
    const isSystem = (schema ?? name).startsWith('pg_') || schema === 'information_schema';
    if (isSystem) this.checkCatalogUse(`${schema === null ? name : `${schema}.${name}`} is a system catalog`);
  }

  private checkCatalogUse(what: string): void {
    if (this.options.allowSystemCatalogs === true) return;
    this.refuse('system-catalog', `${what}, which is not allowed here.`);
  }
}

/** `InsertStmt` as people say it. */
function spoken(kind: string): string {
  const words = kind
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^A_/, '');
  return words.toUpperCase();
}
