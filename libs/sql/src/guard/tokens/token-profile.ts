import type { GuardRule } from '../guard-rules.js';

/** Token rules of a dialect; all words in lower case. */
export interface TokenProfile {
  startWords: ReadonlySet<string>;
  /** Forbidden unquoted words, except after a dot or as a call of a safe function. */
  forbiddenWords: ReadonlyMap<string, GuardRule>;
  /** Pure functions; package functions are dotted. */
  functions: ReadonlySet<string>;
  /** Functions behind words and symbols, if user-defined ones can replace them (DuckDB). */
  calls?: ReadonlyMap<string, ReadonlySet<string>>;
  grammarWords: ReadonlySet<string>;
  types: ReadonlySet<string>;
  /** Conversions to user-defined types may run code. */
  ownTypes: boolean;
  symbols: ReadonlySet<string>;
  systemSchemas: ReadonlySet<string>;
  systemNames: RegExp;
  /** Built-in sources with common names: system catalogs only in table position. */
  virtualTables: ReadonlySet<string>;
  /** Sequence access after a dot (`s.NEXTVAL`). */
  sequenceAttributes: ReadonlySet<string>;
  stringsNameTables: boolean;
  /** Names that may open a file (DuckDB). */
  fileNames?: RegExp;
  /** More parts lead to another server. */
  maxNameParts: number;
  /** System packages, if `name.member` may be a call (Oracle); other qualifiers must then be tables or aliases. */
  packages: RegExp | null;
  /** `column.member` may run code (SQL Server's user-defined types). */
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

export function symbols(...own: string[]): ReadonlySet<string> {
  return new Set([...commonSymbols, ...own]);
}

export function forbidden(words: Partial<Record<GuardRule, string>>): ReadonlyMap<string, GuardRule> {
  const pairs = Object.entries(words) as [GuardRule, string][];
  return new Map(pairs.flatMap(([rule, list]) => list.split(/\s+/).map((word): [string, GuardRule] => [word, rule])));
}

export const commonGrammarWords = `select distinct all from where having on using as and or not in exists any some
  union except intersect minus values by when then else case between like is over filter group join lateral limit
  offset sets cube rollup escape materialized`;

export const commonTypes = `char character varchar nchar nvarchar binary varbinary decimal dec numeric float double real
  time timestamp datetime bit int integer bigint smallint tinyint text blob clob number precision`;

/** True for system tables. @param parts in lower case */
export function isOfProfile(profile: TokenProfile, parts: readonly string[]): boolean {
  const { systemSchemas, systemNames, virtualTables } = profile;
  const name = parts.at(-1) ?? '';
  const leadsIntoSystem = parts.slice(0, -1).some((part) => systemSchemas.has(part));
  return leadsIntoSystem || systemNames.test(name) || virtualTables.has(name);
}
