import type { ErrorCategory } from '@assay/contracts';
import type { BulkRules } from '../guard/bulk/bulk-rules.js';
import type { TokenProfile } from '../guard/tokens/token-profile.js';
import type { LexicalRules } from '../lexer/lexical-rules.js';
import type { SqlToken } from '../lexer/token.js';
import type { CodeSet } from '../retry/error-codes.js';
import type { ErrorTopic } from '../retry/error-topics.js';
import type { DialectFacts } from './dialect-facts.js';

/** Definition of a dialect; docs/adding-a-dialect.md explains each member. */
export interface SqlDialect {
  readonly facts: DialectFacts;
  /** Tokenization under the server's default modes, which db-sampler pins in its sessions. */
  readonly lexical: LexicalRules;
  readonly names: NameRules;
  readonly bulk: BulkRules;
  readonly grammar: PostgresGrammar | GeneralGrammar;
  readonly errors: DialectErrors;
  /** `columns` and `table` are SQL. */
  firstRows(columns: string, table: string, rows: number): string;
}

export interface NameRules {
  readonly quotes: readonly [open: string, close: string];
  /** Case that unquoted names fold to if quoted ones keep theirs; null if both compare alike. */
  readonly foldsTo: 'lower' | 'upper' | null;
  /** Table names keep their case (MySQL, on most servers). */
  readonly tablesKeepCase: boolean;
  /** An unknown double-quoted name is a string (SQLite). */
  readonly quotedMayBeText: boolean;
  /** `SELECT name = expression` names an output (SQL Server). */
  readonly assignsOutputs: boolean;
  /** `dual` is accepted as a pseudo-table. */
  readonly hasDual: boolean;
  /**
   * Words in column position that are not columns: values, modifiers, system columns; separated by spaces, lower case.
   */
  readonly syntaxNames: string;
}

export interface PostgresGrammar {
  readonly kind: 'postgres';
}

/** Uses a general parser; unknown constructs are refused. The guard also checks tokens. */
export interface GeneralGrammar {
  readonly kind: 'general';
  readonly parser: string;
  readonly profile: TokenProfile;
  readonly executableComment?: RegExp;
  /** Rewrites checked but unsupported syntax for the parser. The result is never executed. */
  adapt?(text: string, tokens: readonly SqlToken[]): string;
}

/** Classifies errors, for retries and for workspaces that hide values from models. */
export interface DialectErrors {
  /** Codes of missing or ambiguous tables, columns, schemas and aliases, but not functions. */
  readonly schema: CodeSet;
  readonly syntax: CodeSet;
  /** Categories by message text if codes do not distinguish statement errors; otherwise null. */
  readonly categoriesByText: readonly (readonly [RegExp, ErrorCategory])[] | null;
  readonly topics: Readonly<Partial<Record<ErrorTopic, CodeSet>>>;
  /** The first group is the wrong name. */
  readonly wrongNames: readonly (readonly [RegExp, 'table' | 'column'])[];
  readonly examples: Readonly<Partial<Record<ErrorTopic, string>>> & {
    readonly types: string;
    readonly function: string;
  };
  /** Descriptions by code, without data values. */
  readonly meanings: ReadonlyMap<string, string>;
  /**
   * Messages without data values. Holes: `{name}` identifier, `{fragment}` piece of the statement, `{clause}` clause
   * name, `{line}` line of the statement, `{types}` type names, `{limit}` number set by statement or engine.
   */
  readonly harmless: readonly string[];
  /** Codes that, with a position, arise before any row is read; null if none is certain. */
  readonly parsing: CodeSet;
}
