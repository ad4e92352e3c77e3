import type {
  CatalogCast,
  CatalogFunction,
  CatalogOperator,
  CatalogType,
  CatalogTypeName,
} from '../database-catalog.js';
import type { GuardOptions } from '../guard-outcome.js';
import type { GuardRule } from '../guard-rules.js';
import { wordSet } from '../../word-set.js';
import { CatalogIndex } from './catalog-index.js';
import { isKeptMember } from './kept-extensions.js';
import { postgresCatalogFunctions, postgresFunctions, postgresOperators } from './postgres-functions.js';
import { catalogTypes, serverTypes } from './postgres-nodes.js';
import type { UsedTypes } from './used-types.js';
import { allowsCast, allowsFunction, allowsOperator } from './postgres-allowance.js';

export interface NameProblem {
  rule: GuardRule;
  message: string;
}

/** May act on the server: refused unless listed as safe, even if `allowFunctions` names them. */
const dangerous =
  /^(?:pg_(?!trgm)|lo_|loread$|lowrite$|dblink|txid_current$|binary_upgrade_|brin_|gin_|setval$|nextval$|currval$|lastval$|set_config$|setseed$|ts_stat$|ts_rewrite$|query_to_xml|table_to_xml|schema_to_xml|database_to_xml|cursor_to_xml|currtid|crosstab|connectby|xpath_table$|xslt_process$|postgres_fdw|file_fdw|plpgsql_|fmgr_)/;

const FIRST_OWN_ID = 16384;

const systemColumns = wordSet('ctid xmin xmax cmin cmax tableoid');

const BETWEEN = /^(not )?between(?: symmetric)?$/;

function schemaOf(parts: readonly string[]): string | null {
  return parts.length > 1 ? (parts.at(-2) ?? null) : null;
}

export class PostgresNames {
  readonly index: CatalogIndex | null;

  constructor(private readonly options: GuardOptions) {
    this.index = options.catalog ? CatalogIndex.of(options.catalog) : null;
  }

  /**
   * @param parts folded
   * @returns null if allowed
   */
  functionProblem(parts: readonly string[], argumentCount: number): NameProblem | null {
    const name = parts.at(-1) ?? '';
    const schema = schemaOf(parts);
    const written = parts.join('.');
    const own = this.index?.functions(name, schema, argumentCount) ?? [];
    const unknown = own.find((one) => !this.mayCall(one));
    if (unknown?.refusal !== undefined && this.isNamed(unknown)) {
      return { rule: 'function', message: `The function ${unknown.schema}.${name} ${unknown.refusal}.` };
    }
    if (unknown !== undefined) {
      return this.index?.catalog.builtInNames.has(name) === true && postgresFunctions.has(name)
        ? ambiguous(`function ${written}`, `${unknown.schema}.${name}`, unknown.extension)
        : this.notSafe(name, written, wayToAllow(`${unknown.schema}.${name}`, unknown.extension));
    }
    // The two-argument form runs a query.
    if (name === 'ts_rewrite' && argumentCount === 3) return null;
    if ((schema === null || schema === 'pg_catalog') && this.isSafe(name)) return null;
    if (dangerous.test(name)) return this.notSafe(name, written);
    const isHidden = schema === null && this.index?.catalog.builtInNames.has(name) === true;
    if (own.some((one) => this.isKept(one.extension, name) || this.isProven(one)) && !isHidden) return null;
    return allowsFunction(this.options.allowFunctions, parts) ? null : this.notSafe(name, written);
  }

  /** Syntax that older servers parse as a call. */
  keywordProblem(name: string): NameProblem | null {
    const own = this.index?.functionsNamed(name).find((one) => !this.mayCall(one));
    return own === undefined ? null : ambiguous(`function ${name}`, `${own.schema}.${name}`, own.extension);
  }

  /** `value.name` without a known column. */
  attributeProblem(name: string): NameProblem | null {
    const problem = this.functionProblem([name], 1);
    if (problem === null || (this.index === null && systemColumns.has(name))) return null;
    // Not callable: the server reports the error.
    if (this.index?.isCallable(name) === false && !dangerous.test(name)) return null;
    return attribute(name, problem);
  }

  /** Refuses an own function as `(expression).name`, which a reader takes for a field, even if it is allowed. */
  ownAttributeProblem(name: string): NameProblem | null {
    const own = this.index?.functions(name, null, 1).find(({ extension }) => extension === null);
    const message = `.${name} may call the function ${own?.schema}.${name}; write ${name}(…).`;
    return own === undefined ? null : { rule: 'function', message };
  }

  /** `row.name` with unknown columns. Without a catalog, only known unsafe names are refused. */
  rowAttributeProblem(name: string): NameProblem | null {
    if (this.index !== null) return this.attributeProblem(name);
    const isUnsafe = dangerous.test(name) || postgresCatalogFunctions.has(name) || catalogTypes.has(name);
    return isUnsafe && !this.isSafe(name) ? attribute(name, this.notSafe(name, name)) : null;
  }

  operatorProblem(parts: readonly string[]): NameProblem | null {
    const symbol = (parts.at(-1) ?? '').toLowerCase();
    const schema = schemaOf(parts);
    const between = BETWEEN.exec(symbol);
    const symbols = between === null ? [symbol] : between[1] === undefined ? ['>=', '<='] : ['<', '>'];
    for (const one of symbols) {
      const problem = this.symbolProblem(one === '!=' ? '<>' : one, schema, parts.join('.'));
      if (problem !== null) return problem;
    }
    return null;
  }

  private symbolProblem(symbol: string, schema: string | null, written: string): NameProblem | null {
    const own = this.index?.operators(symbol, schema) ?? [];
    const isNamed = (one: CatalogOperator): boolean =>
      this.isKept(one.extension, symbol) || allowsOperator(this.options.allowFunctions, one.schema, symbol);
    const isAllowed = (one: CatalogOperator): boolean =>
      isKeptMember(one.extension, symbol) || (isNamed(one) && one.refusal === undefined);
    const unknown = own.find((one) => !isAllowed(one));
    if (unknown?.refusal !== undefined && isNamed(unknown))
      return { rule: 'operator', message: `The operator ${unknown.schema}.${symbol} ${unknown.refusal}.` };
    const notBuiltIn = (advice = ''): NameProblem => {
      return { rule: 'operator', message: `The operator ${written} is not built in${advice}.` };
    };
    if (unknown !== undefined) {
      const named = `operator(${unknown.schema}.${symbol})`;
      return postgresOperators.has(symbol) && schema === null
        ? ambiguous(`operator ${symbol}`, named, unknown.extension)
        : notBuiltIn(`; ${wayToAllow(named, unknown.extension)}`);
    }
    if ((schema === null || schema === 'pg_catalog') && postgresOperators.has(symbol)) return null;
    if (own.length > 0) return null;
    return allowsOperator(this.options.allowFunctions, schema ?? '', symbol) ? null : notBuiltIn();
  }

  /** A cast. Adds domain conditions to `checks`. */
  typeProblem(parts: readonly string[], checks: Set<string>): NameProblem | null {
    const name = parts.at(-1) ?? '';
    const element = name.replace(/^_+/, '');
    if (catalogTypes.has(element) || this.isSystemRow(name, schemaOf(parts))) return this.catalogUse(element);
    for (const type of this.reachedTypes(parts)) {
      // A built-in composite type is the row of a system catalog.
      if (catalogTypes.has(type.name.replace(/^_+/, '')) || (type.builtIn && type.kind === 'composite')) {
        const problem = this.catalogUse(`${name}, which holds a ${type.name},`);
        if (problem !== null) return problem;
      }
      if (type.builtIn || this.isKept(type.extension, type.name)) continue;
      if (type.kind === 'base' || type.kind === 'pseudo') {
        return { rule: 'function', message: `The type ${type.schema}.${type.name} is not built in.` };
      }
      for (const check of type.checks) checks.add(check);
    }
    return null;
  }

  /** The row type of a system relation, whose fields may query catalogs. */
  private isSystemRow(name: string, schema: string | null): boolean {
    if (schema === 'information_schema') return true;
    return [name, name.replace(/^_/, '')].some((one) =>
      this.index === null
        ? one.startsWith('pg_') && !serverTypes.has(one) && !postgresFunctions.has(one)
        : this.index.relations(one, schema).some((relation) => relation.schema.startsWith('pg_')),
    );
  }

  /** A type that the catalog lacks may be newer. */
  unknownTypeProblem(parts: readonly string[]): NameProblem | null {
    const name = parts.at(-1) ?? '';
    const schema = schemaOf(parts);
    if (this.index === null) return null;
    if ((schema ?? 'pg_catalog') === 'pg_catalog' && this.index.catalog.builtInNames.has(name)) return null;
    const isKnown = this.index.typesNamed(name, schema).length + this.index.relations(name, schema).length > 0;
    return isKnown ? null : { rule: 'function', message: `There is no type ${parts.join('.')} that may be named.` };
  }

  reachedTypes(parts: readonly string[]): CatalogType[] {
    if (this.index === null) return [];
    const { index } = this;
    const name = parts.at(-1) ?? '';
    const schema = schemaOf(parts);
    const found = [...index.typesNamed(name, schema), ...index.typesNamed(name.replace(/^_/, ''), schema)];
    return [...index.reach(found.map(({ id }) => id))].flatMap((id) => index.types.get(id) ?? []);
  }

  /** Domains to which a literal beside a column may be cast. */
  addChecks(used: UsedTypes, checks: Set<string>): void {
    const { index } = this;
    if (index === null) return;
    const isPlain = (id: number): boolean =>
      [...index.reach([id])].every((one) => (index.types.get(one)?.kind ?? 'domain') === 'domain');
    for (const id of index.reach(used.literals(isPlain))) {
      for (const check of index.types.get(id)?.checks ?? []) checks.add(check);
    }
  }

  castProblem(named: readonly string[][], read: Iterable<number>): NameProblem | null {
    if (this.index === null || this.index.catalog.casts.length === 0) return null;
    const { index } = this;
    const casts = index.catalog.casts.filter((cast) => !this.allowsCast(cast));
    if (casts.length === 0) return null;
    const names = new Set(named.map((parts) => (parts.at(-1) ?? '').replace(/^_/, '')));
    const targets = new Set(named.flatMap((parts) => this.reachedTypes(parts).map(({ id }) => id)));
    const touched = index.reach([...targets, ...read]);
    const isNamed = ({ id, name }: CatalogTypeName): boolean => targets.has(id) || names.has(name);
    const isThere = (type: CatalogTypeName): boolean => type.builtIn || isNamed(type) || touched.has(type.id);
    const runs = casts.find(
      ({ source, target, implicit }) => isThere(source) && (isNamed(target) || (implicit && isThere(target))),
    );
    if (runs === undefined) return null;
    const written = `cast(${runs.source.name} as ${runs.target.name})`;
    if (runs.refusal !== undefined && this.isNamedCast(runs))
      return { rule: 'function', message: `This could run ${written}, which ${runs.refusal}.` };
    return {
      rule: 'function',
      message: `This could run the database's own ${written}; ${wayToAllow(written, runs.extension)}.`,
    };
  }

  /** Whether these values may be sorted, grouped and compared. */
  orderingProblem(named: readonly string[][], read: Iterable<number>, hasRangeFrame: boolean): NameProblem | null {
    if (this.index === null || this.index.catalog.orderings.length === 0) return null;
    const own = this.index.catalog.orderings.filter(
      ({ extension, framesOnly }) => !this.isKept(extension, '') && (hasRangeFrame || !framesOnly),
    );
    const targets = named.flatMap((parts) => this.reachedTypes(parts).map(({ id }) => id));
    const touched = this.index.reach([...targets, ...read]);
    const found = own.find(({ typeId }) => typeId < FIRST_OWN_ID || touched.has(typeId));
    if (found === undefined) return null;
    return { rule: 'operator', message: `The order of the type ${found.type} is not built in; do not sort by it.` };
  }

  private isSafe(name: string): boolean {
    if (postgresFunctions.has(name)) return true;
    return this.options.allowSystemCatalogs === true && postgresCatalogFunctions.has(name);
  }

  private isKept(extension: string | null, name: string): boolean {
    return isKeptMember(extension, name, this.options.allowExtensions);
  }

  private mayCall(own: CatalogFunction): boolean {
    const isAllowed = this.isNamed(own) || this.isProven(own);
    return isKeptMember(own.extension, own.name) || (isAllowed && own.refusal === undefined);
  }

  private isProven(own: CatalogFunction): boolean {
    return this.options.proven?.has(own) === true;
  }

  private isNamed({ schema, name, extension }: CatalogFunction): boolean {
    return this.isKept(extension, name) || this.allows(schema, name);
  }

  private allows(schema: string, name: string): boolean {
    return !dangerous.test(name) && allowsFunction(this.options.allowFunctions, [schema, name]);
  }

  private allowsCast(own: CatalogCast): boolean {
    return isKeptMember(own.extension, '') || (this.isNamedCast(own) && own.refusal === undefined);
  }

  private isNamedCast({ source, target, extension }: CatalogCast): boolean {
    return this.isKept(extension, '') || allowsCast(this.options.allowFunctions, source, target);
  }

  private catalogUse(what: string): NameProblem | null {
    if (this.options.allowSystemCatalogs === true) return null;
    return {
      rule: 'system-catalog',
      message: `The type ${what} looks up the system catalogs, which is not allowed here.`,
    };
  }

  private notSafe(name: string, written: string, advice = 'write the query without it'): NameProblem {
    if (postgresCatalogFunctions.has(name)) {
      const message = `The function ${written} reads the system catalogs, which are not allowed here.`;
      return { rule: 'system-catalog', message };
    }
    return {
      rule: 'function',
      message: `The function ${written} is not among the safe functions; ${advice}.`,
    };
  }
}

function attribute(name: string, { rule }: NameProblem): NameProblem {
  return { rule, message: `.${name} would call the function ${name}, which is not allowed.` };
}

/** The server may choose the own one. */
function ambiguous(what: string, own: string, extension: string | null): NameProblem {
  return {
    rule: what.startsWith('operator') ? 'operator' : 'function',
    message: `The ${what} could be the database's own ${own}; ${wayToAllow(own, extension)}.`,
  };
}

function wayToAllow(own: string, extension: string | null): string {
  const entry = extension === null ? `allowFunctions names ${own}` : `allowExtensions names ${extension}`;
  return `it is refused unless the workspace's ${entry}`;
}
