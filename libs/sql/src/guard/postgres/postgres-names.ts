import type { GuardOptions } from '../guard-outcome.js';
import type { GuardRule } from '../guard-rules.js';
import { postgresCatalogFunctions, postgresFunctions, postgresOperators } from './postgres-functions.js';

/** Why a name may not stand where it stands. */
export interface NameProblem {
  rule: GuardRule;
  message: string;
}

/** Built-in functions that act on the server; no allow-list of a workspace lifts these. */
const dangerous =
  /^(?:pg_(?!trgm)|lo_|loread$|lowrite$|dblink|txid_current$|binary_upgrade_|brin_|gin_|setval$|nextval$|currval$|lastval$|set_config$|setseed$|ts_stat$|ts_rewrite$|query_to_xml|table_to_xml|schema_to_xml|database_to_xml|cursor_to_xml|currtid|crosstab|connectby|xpath_table$|xslt_process$|postgres_fdw|file_fdw|plpgsql_|fmgr_)/;

function isSafe(name: string, options: GuardOptions): boolean {
  if (postgresFunctions.has(name)) return true;
  return options.allowSystemCatalogs === true && postgresCatalogFunctions.has(name);
}

function isAllowed(parts: readonly string[], options: GuardOptions): boolean {
  const written = parts.join('.').toLowerCase();
  const bare = (parts.at(-1) ?? '').toLowerCase();
  return (options.allowFunctions ?? []).some((entry) => {
    const allowed = entry.toLowerCase();
    return allowed === written || (parts.length === 1 && allowed.split('.').at(-1) === bare);
  });
}

/** Why a function of this name may not be called, or null. Names come folded as PostgreSQL folds them. */
export function checkFunction(
  parts: readonly string[],
  argumentCount: number,
  options: GuardOptions,
): NameProblem | null {
  const name = parts.at(-1) ?? '';
  // With two arguments the second is a query that it runs; with three it only rewrites.
  if (name === 'ts_rewrite' && argumentCount === 3) return null;
  const isBuiltIn = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog');
  if (isBuiltIn && isSafe(name, options)) return null;
  if (!dangerous.test(name) && isAllowed(parts, options)) return null;
  const written = parts.join('.');
  if (postgresCatalogFunctions.has(name)) {
    return {
      rule: 'system-catalog',
      message: `The function ${written} reads the system catalogs, which are not allowed here.`,
    };
  }
  return {
    rule: 'function',
    message: `The function ${written} is not among the safe functions; write the query without it.`,
  };
}

function isDenied(name: string, options: GuardOptions): boolean {
  const denied = (options.denyFunctions ?? []).some(
    (entry) => entry.toLowerCase().split('.').at(-1) === name.toLowerCase(),
  );
  return denied && !isAllowed([name], options);
}

function attributeProblem(name: string): NameProblem {
  return { rule: 'function', message: `.${name} would call the function ${name}, which is not allowed.` };
}

/**
 * Why these names may not stand behind `table.`, or null: `row.name` calls `name(row)` where the row has no such column.
 * No built-in with side effects takes a row, so only the schema's own functions matter here.
 */
export function checkRowAttribute(names: readonly string[], options: GuardOptions): NameProblem | null {
  const name = names.find((attribute) => isDenied(attribute, options));
  return name === undefined ? null : attributeProblem(name);
}

/** Why these names may not stand behind `(expression).`, or null: `('file'::text).pg_read_file` is a call. */
export function checkAttribute(names: readonly string[], options: GuardOptions): NameProblem | null {
  const isUnsafe = (name: string): boolean => dangerous.test(name) && !isSafe(name, options);
  const name = names.find((attribute) => isDenied(attribute, options) || isUnsafe(attribute));
  return name === undefined ? null : attributeProblem(name);
}

/** Why an operator of this name may not be used, or null. */
export function checkOperator(parts: readonly string[]): NameProblem | null {
  const symbol = (parts.at(-1) ?? '').toLowerCase();
  const isBuiltIn = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog');
  if (isBuiltIn && (postgresOperators.has(symbol) || /^(?:not )?(?:between(?: symmetric)?)$/.test(symbol))) return null;
  return { rule: 'operator', message: `The operator ${parts.join('.')} is not built in.` };
}
