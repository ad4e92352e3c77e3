import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { codeUnitOffset } from '../../lexer/offsets.js';
import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import type { GuardRule } from '../guard-rules.js';
import { PostgresNames, type NameProblem } from './postgres-names.js';
import { readingFields, readingNodes, samplingMethods, writingStatements } from './postgres-nodes.js';
import { typesRequiredBy, typesRequiredIn } from './required-casts.js';
import type { ReferencedRelations } from './meant-relations.js';
import { isNumber, isSelect, spoken } from './postgres-kinds.js';
import { child, list, text } from './postgres-columns.js';
import { builtInOutNames, nameParts } from './postgres-outputs.js';
import { keywordCalled } from './keyword-calls.js';
import { requiredType } from './type-names.js';
import { UsedTypes } from './used-types.js';
import { PostgresScopes, subqueryScope, type Scope } from './postgres-scopes.js';

/**
 * Functions that combine columns with literals, which are then cast. A test compares constructors with the server's
 * list.
 */
const collecting =
  /^(?:array|lag$|lead$|percentile_disc$|enum_range$|trim_array$|range|multirange|elem_contained_by_multirange$|width_bucket$|jsonb?_populate|populate_record|st_fromflatgeobuf)/;

const LOCKING = 'Locking clauses (FOR UPDATE, FOR SHARE) are not allowed; leave it out.';

/** Refuses unlisted node kinds and fields, so new grammar is refused until reviewed. */
export class PostgresTreeGuard {
  /** Byte offset for refusals; negative: unknown. */
  private location = -1;
  private scope: Scope = { ctes: null, levels: null };
  private readonly names: PostgresNames;
  private readonly scopes: PostgresScopes;
  private readonly types: string[][] = [];
  private readonly used = new UsedTypes();
  private hasRangeFrame = false;
  private namesTypes = false;
  private readonly checks = new Set<string>();

  constructor(
    private readonly text: string,
    private readonly options: GuardOptions,
    private readonly meant: ReferencedRelations,
  ) {
    this.names = new PostgresNames(options);
    this.scopes = new PostgresScopes(this.names.index);
  }

  /** @returns domain conditions to check */
  check(statement: PostgresNode): ReadonlySet<string> {
    const kind = Object.keys(statement)[0] ?? '';
    if (kind !== 'SelectStmt') {
      const message = `Only one reading statement is allowed (SELECT, VALUES or TABLE); this is ${spoken(kind)}.`;
      this.refuse('not-a-read', message);
    }
    this.walk(statement);
    this.location = -1;
    this.checkTypeNames(statement['SelectStmt'] as PostgresNode);
    const used = this.used.among(statement['SelectStmt'] as PostgresNode);
    this.names.addChecks(this.used, this.checks);
    this.refuseFor(this.names.castProblem(this.types, used));
    this.refuseFor(this.names.orderingProblem(this.types, this.used.all(), this.hasRangeFrame));
    return this.checks;
  }

  private checkTypeNames(select: PostgresNode): void {
    const call = this.namesTypes && this.options.allowSystemCatalogs !== true ? requiredType(select) : null;
    if (call === null) return;
    this.locate(call);
    this.checkCatalogUse('A text beside pg_typeof is looked up in the system catalogs (cast it to text first)');
  }

  private refuseFor(problem: NameProblem | null): void {
    if (problem !== null) this.refuse(problem.rule, problem.message);
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
      if (key === 'SelectStmt' || key === 'larg' || key === 'rarg') this.walkSelect(value as PostgresNode);
      else if (key === 'RangeSubselect') this.walkSubselect(value as PostgresNode);
      else this.walk(value);
    }
  }

  /** `larg` and `rarg` may also be operands of a join, which opens no scope. */
  private walkSelect(node: PostgresNode): void {
    if (!isSelect(node)) {
      this.walk(node);
      return;
    }
    const outer = this.scope;
    const { ctes, inner } = this.scopes.enter(node, outer);
    const { withClause, ...rest } = node;
    if (withClause !== undefined) this.walkWith(withClause as PostgresNode, ctes);
    this.scope = inner;
    this.walkNode(rest);
    this.scope = outer;
  }

  private walkWith(clause: PostgresNode, scopes: Scope[]): void {
    const outer = this.scope;
    this.checkField('withClause', clause);
    const { ctes, ...rest } = clause;
    this.walkNode(rest);
    for (const [place, cte] of ((ctes ?? []) as PostgresNode[]).entries()) {
      this.scope = scopes[place] ?? outer;
      this.walkNode(cte);
    }
    this.scope = outer;
  }

  private walkSubselect(node: PostgresNode): void {
    const outer = this.scope;
    this.scope = subqueryScope(node, outer);
    this.walkNode(node);
    this.scope = outer;
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
    this.types.push(...typesRequiredBy(kind, node));
    this.refuseFor(this.keywordProblem(kind, node) ?? this.problemOf(kind, node));
    if (kind === 'RangeVar') this.checkTable(node);
    const method = nameParts(node['method']).join('.');
    if (kind === 'RangeTableSample' && !samplingMethods.has(method)) {
      this.refuse('function', `The sampling method ${method} is not built in.`);
    }
  }

  private keywordProblem(kind: string, node: PostgresNode): NameProblem | null {
    const name = keywordCalled(kind, node);
    if (name === null) return null;
    this.meant.addFunction(name);
    return this.names.keywordProblem(name);
  }

  private problemOf(kind: string, node: PostgresNode): NameProblem | null {
    switch (kind) {
      case 'FuncCall':
        return this.callProblem(node);
      case 'A_Expr':
        // hstore: text to row fields.
        if (nameParts(node['name']).at(-1) === '#=') this.used.addCollection();
        return this.names.operatorProblem(nameParts(node['name']));
      case 'SubLink':
        if (node['subLinkType'] === 'ARRAY_SUBLINK') this.used.addCollection();
        return this.operatorOf(node['operName']) ?? (node['testexpr'] ? this.names.operatorProblem(['=']) : null);
      case 'SortBy':
        return this.operatorOf(node['useOp']);
      case 'CaseExpr':
        return node['arg'] === undefined ? null : this.names.operatorProblem(['=']);
      case 'JoinExpr':
        return this.joinProblem(node);
      case 'A_ArrayExpr':
        this.used.addCollection();
        return null;
      case 'ResTarget':
        this.used.addTarget(node);
        return null;
      case 'A_Star':
        this.used.addStar(node);
        return null;
      case 'ColumnRef':
        return this.referenceProblem(nameParts(node['fields']));
      case 'A_Indirection':
        return this.indirectionProblem(node);
      default:
        return null;
    }
  }

  private joinProblem(node: PostgresNode): NameProblem | null {
    this.used.addNames(nameParts(node['usingClause']));
    if (node['isNatural'] === true || child(node, 'alias')?.['colnames'] !== undefined) this.used.addStar(null);
    return node['usingClause'] || node['isNatural'] ? this.names.operatorProblem(['=']) : null;
  }

  private operatorOf(name: unknown): NameProblem | null {
    return name === undefined ? null : this.names.operatorProblem(nameParts(name));
  }

  private callProblem(node: PostgresNode): NameProblem | null {
    const parts = nameParts(node['funcname']);
    if (collecting.test(parts.at(-1) ?? '')) this.used.addCollection();
    if (parts.at(-1) === 'pg_typeof') this.namesTypes = true;
    this.meant.addFunction(parts.at(-1) ?? '');
    for (const { returns } of this.names.index?.functionsNamed(parts.at(-1) ?? '') ?? []) this.used.addResult(returns);
    const count = Array.isArray(node['args']) ? node['args'].length : 0;
    if (parts.at(-1) === 'st_transform' && !list(node['args']).slice(1).every(isNumber)) {
      const message = 'Give st_transform the number of a spatial reference system: a text may name files to open.';
      return { rule: 'function', message };
    }
    return this.names.functionProblem(parts, count) ?? (count === 1 ? this.castProblem(parts) : null);
  }

  /** A one-argument call may be a cast. */
  private castProblem(parts: string[]): NameProblem | null {
    this.types.push(parts);
    this.meant.addType(parts.at(-1) ?? '');
    return this.names.typeProblem(parts, this.checks);
  }

  /** A column if it exists, else a call. */
  private referenceProblem(parts: string[]): NameProblem | null {
    const name = parts.at(-1) ?? '';
    this.used.addNames([name]);
    if (parts.length < 2 || name === '*') return null;
    const sources = this.scopes.sources(parts.at(-2) ?? '', this.scope);
    const known = sources.filter(({ columns }) => columns.names.includes(name));
    if (sources.length > 0 && known.length === sources.length) return null;
    const isOpen = sources.length > 0 && sources.every((source) => source.columns.open || known.includes(source));
    // No unsafe built-in takes a row.
    if (isOpen && this.names.index === null && sources.every(({ scalar }) => !scalar)) return null;
    const problem = isOpen ? this.names.rowAttributeProblem(name) : this.names.attributeProblem(name);
    return problem ?? this.castProblem([name]);
  }

  /** `(expression).name`: field or call. */
  private indirectionProblem(node: PostgresNode): NameProblem | null {
    const steps = (node['indirection'] as PostgresNode[]).filter((step) => 'String' in step);
    this.used.addNames(nameParts(steps));
    const call = (node['arg'] as PostgresNode)['FuncCall'] as PostgresNode | undefined;
    const fields = builtInOutNames(nameParts(call?.['funcname']).at(-1) ?? '') ?? [];
    for (const name of nameParts(steps)) {
      if (fields.length > 1 && fields.includes(name)) continue;
      const called = this.names.rowAttributeProblem(name) ?? this.names.ownAttributeProblem(name);
      const problem = called ?? this.castProblem([name]);
      if (problem !== null) return problem;
    }
    return null;
  }

  private checkField(field: string, value: unknown): void {
    if (field === 'intoClause') this.refuse('into', 'SELECT … INTO writes a table; leave INTO out.');
    if (field === 'lockingClause') this.refuse('locking', LOCKING);
    if (field === 'startOffset' || field === 'endOffset') this.hasRangeFrame = true;
    this.types.push(...typesRequiredIn(field, value));
    if (!readingFields.has(field)) {
      this.refuse('construct', `This statement holds something that was never reviewed (${field}).`);
    }
    if ((field === 'typeName' || field === 'typename') && value !== null) this.checkType(value as PostgresNode);
  }

  private checkType(type: PostgresNode): void {
    const parts = nameParts(type['names']);
    this.refuseFor(this.names.unknownTypeProblem(parts) ?? this.castProblem(parts));
  }

  private checkTable(table: PostgresNode): void {
    const name = String(table['relname']);
    this.meant.addRelation(name);
    const schema = typeof table['schemaname'] === 'string' ? table['schemaname'] : null;
    // Reserved prefix (`pg_temp`, `pg_toast_temp_3`).
    const isSystem = (schema ?? name).startsWith('pg_') || schema === 'information_schema';
    for (const relation of this.names.index?.relations(name, schema) ?? []) {
      const alias = child(table, 'alias');
      this.used.addRelation(relation, text(alias?.['aliasname']) ?? name, alias?.['colnames'] !== undefined);
    }
    if (isSystem) this.checkCatalogUse(`${schema === null ? name : `${schema}.${name}`} is a system catalog`);
  }

  private checkCatalogUse(what: string): void {
    if (this.options.allowSystemCatalogs === true) return;
    this.refuse('system-catalog', `${what}, which is not allowed here.`);
  }
}
