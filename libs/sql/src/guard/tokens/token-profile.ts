import type { GuardRule } from '../guard-rules.js';
import type { SqlToken } from '../../lexer/token.js';

export interface StatementTokens {
  token(index: number): SqlToken | undefined;
  text(index: number): string;
  word(index: number): string;
  isWord(index: number, word: string): boolean;
  isBareWord(index: number): boolean;
  name(index: number): string;
  isName(index: number): boolean;
  closeOf(open: number): number;
}

export interface TokenProfile {
  startWords: ReadonlySet<string>;
  /** Unquoted; allowed after a dot or as a safe call. */
  forbiddenWords: ReadonlyMap<string, GuardRule>;
  /** Pure; package functions are dotted. */
  functions: ReadonlySet<string>;
  /** Functions that words and symbols call, which own ones can replace (DuckDB). */
  calls?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Calls that may stand where a table does; absent: any of `functions`. */
  tableFunctions?: ReadonlySet<string>;
  /** The forms of ClickHouse: `ARRAY JOIN`, `PREWHERE`, `WITH FILL FROM`, `a IN table`, and its scope of CTEs. */
  arrayJoins?: boolean;
  /** What only this dialect's statements can hold. */
  check?(cursor: StatementTokens): void;
  grammarWords: ReadonlySet<string>;
  types: ReadonlySet<string>;
  nestedTypes?: ReadonlySet<string>;
  /** `value.function()` calls the function, and names end with the fields of a value (DuckDB). */
  methods?: boolean;
  /** The database may have own types; casts to them may run code. */
  ownTypes: boolean;
  symbols: ReadonlySet<string>;
  systemSchemas: ReadonlySet<string>;
  systemNames: RegExp;
  /** Catalogs with common names: in table position only. */
  virtualTables: ReadonlySet<string>;
  sequenceAttributes: ReadonlySet<string>;
  stringsNameTables: boolean;
  /** May open a file (DuckDB). */
  fileNames?: RegExp;
  /** More reach another server. */
  maxNameParts: number;
  /** If `name.member` may be a call (Oracle), other qualifiers must be tables or aliases. */
  packages: RegExp | null;
  /** `column.member` may run code (SQL Server). */
  properties?: boolean;
  /** Common tables may read themselves without RECURSIVE. */
  recursesWithoutWord?: boolean;
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

/** @param parts lower case */
export function isOfProfile(profile: TokenProfile, parts: readonly string[]): boolean {
  const { systemSchemas, systemNames, virtualTables } = profile;
  const name = parts.at(-1) ?? '';
  const isInSystemSchema = parts.slice(0, -1).some((part) => systemSchemas.has(part));
  return isInSystemSchema || systemNames.test(name) || virtualTables.has(name);
}
