import type { ErrorCategory } from '@assay/contracts';
import type { BulkRules } from '../guard/bulk/bulk-rules.js';
import type { TokenProfile } from '../guard/tokens/token-profile.js';
import type { LexicalRules } from '../lexer/lexical-rules.js';
import type { SqlToken } from '../lexer/token.js';
import type { CodeSet } from '../retry/error-codes.js';
import type { ErrorTopic } from '../retry/error-topics.js';
import type { DialectFacts } from './dialect-facts.js';

/** Members are explained in docs/adding-a-dialect.md. */
export interface SqlDialect {
  readonly facts: DialectFacts;
  /** Under default modes, which db-sampler pins. */
  readonly lexical: LexicalRules;
  readonly names: NameRules;
  readonly bulk: BulkRules;
  readonly grammar: PostgresGrammar | GeneralGrammar;
  readonly errors: DialectErrors;
  /** Arguments are SQL. */
  firstRows(columns: string, table: string, rows: number): string;
}

export interface NameRules {
  readonly quotes: readonly [open: string, close: string];
  /** How unquoted names fold; null if quotes do not make a name case-sensitive. */
  readonly foldsTo: 'lower' | 'upper' | null;
  readonly tablesKeepCase: boolean;
  /** So do columns and aliases (ClickHouse). */
  readonly columnsKeepCase?: boolean;
  /** Every expression of a SELECT can use its outputs (ClickHouse). */
  readonly outputsNameValues?: boolean;
  /** Unknown quoted names are strings (SQLite). */
  readonly quotedMayBeText: boolean;
  /** `SELECT name = expression` (SQL Server). */
  readonly assignsOutputs: boolean;
  readonly hasDual: boolean;
  /** Words in column position that are no columns, lower case. */
  readonly syntaxNames: string;
}

export interface PostgresGrammar {
  readonly kind: 'postgres';
}

/** A general parser; unknown constructs are refused. Tokens are checked too. */
export interface GeneralGrammar {
  readonly kind: 'general';
  readonly parser: string;
  readonly profile: TokenProfile;
  readonly executableComment?: RegExp;
  /** Rewrites checked syntax for the parser; never executed. */
  adapt?(text: string, tokens: readonly SqlToken[]): string;
}

/** For retries, and for workspaces that hide values. */
export interface DialectErrors {
  /** Missing or ambiguous tables, columns, schemas and aliases. */
  readonly schema: CodeSet;
  readonly syntax: CodeSet;
  /** By message, where codes do not distinguish; else null. */
  readonly categoriesByText: readonly (readonly [RegExp, ErrorCategory])[] | null;
  readonly topics: Readonly<Partial<Record<ErrorTopic, CodeSet>>>;
  /** First group: the wrong name. */
  readonly wrongNames: readonly (readonly [RegExp, 'table' | 'column'])[];
  readonly examples: Readonly<Partial<Record<ErrorTopic, string>>> & {
    readonly types: string;
    readonly function: string;
  };
  /** By code, without data values. */
  readonly meanings: ReadonlyMap<string, string>;
  /**
   * Forms of messages without data, shown as they are where values are hidden. Holes: `{name}` identifier, `{fragment}`
   * piece of the statement, `{clause}` clause name, `{line}` line of the statement, `{types}` type names, `{limit}`
   * number set by statement or engine.
   */
  readonly harmless: readonly string[];
  /** Codes that, with a position, arise before any row is read. */
  readonly parsing: CodeSet;
}
