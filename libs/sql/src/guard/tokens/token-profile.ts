import type { GuardRule } from '../guard-rules.js';

/** What the token layer knows of a dialect. All words are lower-case. */
export interface TokenProfile {
  /** First words of a statement that reads. */
  startWords: ReadonlySet<string>;
  /** Unquoted words that may not occur, unless behind a dot or as the name of a safe function that is called. */
  forbiddenWords: ReadonlyMap<string, GuardRule>;
  /** Functions that only compute a value; a dotted name is one with its package. */
  functions: ReadonlySet<string>;
  /**
   * Set where functions of the database's own may take the place of operators and syntax (DuckDB): what the engine calls
   * for a word or a symbol.
   */
  calls?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words of the grammar that an opening parenthesis may follow. */
  grammarWords: ReadonlySet<string>;
  /** Names of types that take a length or precision in parentheses. */
  types: ReadonlySet<string>;
  /** Whether a database may define types whose conversions run code. */
  ownTypes: boolean;
  /** Operators and punctuation. */
  symbols: ReadonlySet<string>;
  /** First parts of qualified names that lead into a system catalog. */
  systemSchemas: ReadonlySet<string>;
  /** Unqualified names of system catalogs and of built-in tables that are none. */
  systemNames: RegExp;
  /**
   * Built-in sources whose names people give to columns and values too: system catalogs only where a table stands.
   */
  virtualTables: ReadonlySet<string>;
  /** Names that advance or read a sequence behind a dot (`s.NEXTVAL`). */
  sequenceAttributes: ReadonlySet<string>;
  /** Whether strings may name tables too (SQLite). */
  stringsNameTables: boolean;
  /** Set where the name of a table may open a file of that name: what such names look like (DuckDB). */
  fileNames?: RegExp;
  /** Most parts of a qualified table name; more would lead to another server. */
  maxNameParts: number;
  /**
   * Set where a name behind a dot may call a function without parentheses (Oracle): packages of the system, and the
   * need for every other qualifier to be a table or an alias of the statement.
   */
  packages: RegExp | null;
  /** Set where a name behind a column and a dot may run code (SQL Server: properties of types of the database's own). */
  properties?: boolean;
}

const commonSymbols = [
  '(',
  ')',
  ',',
  '.',
  '*',
  '+',
  '-',
  '/',
  '%',
  '<',
  '>',
  '=',
  '<=',
  '>=',
  '<>',
  '!=',
  '|',
  '||',
  '&',
  '~',
];

/** The punctuation of every dialect and a dialect's own. */
export function symbols(...own: string[]): ReadonlySet<string> {
  return new Set([...commonSymbols, ...own]);
}

/** Forbidden words by the rule that they break. */
export function forbidden(words: Partial<Record<GuardRule, string>>): ReadonlyMap<string, GuardRule> {
  const pairs = Object.entries(words) as [GuardRule, string][];
  return new Map(pairs.flatMap(([rule, list]) => list.split(/\s+/).map((word): [string, GuardRule] => [word, rule])));
}

/** Words after which every dialect may open a parenthesis. */
export const commonGrammarWords = `select distinct all from where having on using as and or not in exists any some
  union except intersect minus values by when then else case between like is over filter group join lateral limit
  offset sets cube rollup escape materialized`;

/** Types with a length or a precision that every dialect knows. */
export const commonTypes = `char character varchar nchar nvarchar binary varbinary decimal dec numeric float double real
  time timestamp datetime bit int integer bigint smallint tinyint text blob clob number precision`;

/** Whether a table (parts in lower case) is one of the server's own by the lists of a profile. */
export function isOfProfile(profile: TokenProfile, parts: readonly string[]): boolean {
  const { systemSchemas, systemNames, virtualTables } = profile;
  const name = parts.at(-1) ?? '';
  const leadsIntoSystem = parts.slice(0, -1).some((part) => systemSchemas.has(part));
  return leadsIntoSystem || systemNames.test(name) || virtualTables.has(name);
}
