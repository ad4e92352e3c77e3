import type { ErrorCategory } from '@assay/contracts';
import type { BulkRules } from '../guard/bulk/bulk-rules.js';
import type { TokenProfile } from '../guard/tokens/token-profile.js';
import type { LexicalRules } from '../lexer/lexical-rules.js';
import type { SqlToken } from '../lexer/token.js';
import type { CodeSet } from '../retry/error-codes.js';
import type { ErrorTopic } from '../retry/error-topics.js';
import type { DialectFacts } from './dialect-facts.js';

/** All that this library knows of one dialect; docs/adding-a-dialect.md explains each member. */
export interface SqlDialect {
  /** What prompts and retry messages tell writers of SQL. */
  readonly facts: DialectFacts;
  /** How a text is cut into tokens, with the server's default modes (db-sampler pins them in its sessions). */
  readonly lexical: LexicalRules;
  readonly names: NameRules;
  /** Functions that make bulk, and those that are slow on it. */
  readonly bulk: BulkRules;
  readonly grammar: PostgresGrammar | GeneralGrammar;
  readonly errors: DialectErrors;
  /** A select of the first rows of a table, without an order. `columns` and `table` are SQL already. */
  firstRows(columns: string, table: string, rows: number): string;
}

/** How a dialect writes and compares names. */
export interface NameRules {
  readonly quotes: readonly [open: string, close: string];
  /** What unquoted names are folded to where quoted ones keep their case; null where both are compared alike. */
  readonly foldsTo: 'lower' | 'upper' | null;
  /** Whether names of tables keep their case (MySQL, on most servers). */
  readonly tablesKeepCase: boolean;
  /** Whether a name in double quotes that names nothing is a string (SQLite). */
  readonly quotedMayBeText: boolean;
  /** Whether `SELECT name = expression` names a result column (SQL Server). */
  readonly assignsOutputs: boolean;
  /** Whether `dual` may stand where a table does and is none. */
  readonly hasDual: boolean;
  /** Names that stand where a column could and are none: values, modifiers, system columns; by blanks, lower case. */
  readonly syntaxNames: string;
}

/** PostgreSQL's own grammar: statements are guarded, compared and weighed by its parse tree. */
export interface PostgresGrammar {
  readonly kind: 'postgres';
}

/** A general parser's grammar; what it does not know is refused. The guard judges the tokens too. */
export interface GeneralGrammar {
  readonly kind: 'general';
  /** The parser's name of the dialect. */
  readonly parser: string;
  readonly profile: TokenProfile;
  /** Comments that the server executes. */
  readonly executableComment?: RegExp;
  /**
   * The text as the parser is given it: forms that it does not know, and whose tokens have been judged already, are
   * written in a way that it does. Never the text that runs.
   */
  adapt?(text: string, tokens: readonly SqlToken[]): string;
}

/** What a dialect's errors mean: for retries, and for workspaces whose values no model may see. */
export interface DialectErrors {
  /** Codes of names that do not exist or are ambiguous: tables, columns, schemas, aliases; not functions. */
  readonly schema: CodeSet;
  /** Codes of texts that are no statement of the dialect. */
  readonly syntax: CodeSet;
  /** Categories by text, for an engine whose codes do not tell errors of a statement apart; null where they do. */
  readonly categoriesByText: readonly (readonly [RegExp, ErrorCategory])[] | null;
  /** Codes by what an error is about, finer than its category: it chooses the advice. */
  readonly topics: Readonly<Partial<Record<ErrorTopic, CodeSet>>>;
  /** How messages say which name is wrong: the first group is the name. */
  readonly wrongNames: readonly (readonly [RegExp, 'table' | 'column'])[];
  /** How to write what is often wrong, by topic; `types` and `function` differ in every dialect. */
  readonly examples: Readonly<Partial<Record<ErrorTopic, string>>> & {
    readonly types: string;
    readonly function: string;
  };
  /** What a code means, in words that hold no value. */
  readonly meanings: ReadonlyMap<string, string>;
  /**
   * Messages that name nothing but what stands in the statement or in the schema. Holes: `{name}` an identifier,
   * `{fragment}` a piece of the statement, `{clause}` how the engine calls a clause, `{line}` a line of the statement,
   * `{types}` names of types, `{limit}` a number that the statement or the engine sets.
   */
  readonly harmless: readonly string[];
  /** Codes that, with a position, come from parsing the statement, before any row is read; null where none is sure. */
  readonly parsing: CodeSet;
}
