import type { Level, Moment, Severity, Strategy } from '@assay/contracts';
import type { DemoQuestion } from './demo-question.js';

/** A demo question with everything that the demo model says about it. */
export interface DemoScript extends DemoQuestion {
  tests: readonly ScriptedTest[];
  /** By name; the names are used in `levels` and `choices`. */
  sqls: Readonly<Record<string, ScriptedSql>>;
  /** Who answers what; a level without a plan takes that of the next lower one. */
  levels: { BASIC: GenerationPlan } & Partial<Record<Level, GenerationPlan>>;
  /** Answers to comparisons, for questions where it comes to that. */
  choices?: readonly ScriptedChoice[];
}

export interface ScriptedTest {
  name: string;
  /** When test generators think of it. */
  moments: readonly Moment[];
  evidenceCritical?: true;
  /** The same test in different words. */
  wordings: readonly [string, ...string[]];
  /** Why a SQL passes it. */
  passes: string;
}

export interface ScriptedSql {
  /** The statement; empty for a refusal. */
  sql: string;
  /** Other texts of the same statement: case, white space, comments. */
  alike?: readonly string[];
  reasoning: string;
  /** What the database says to it. */
  validity: 'valid' | 'invalid' | 'refusal';
  /** Whether its result is the right one. */
  right: boolean;
  /** Names of the tests it fails, with the evaluator's reasons. */
  fails: Readonly<Record<string, string>>;
  /** Name of the SQL that `choices` speak of when this one is compared: both return the same. */
  sameAs?: string;
  /** What the supervisor says of failed tests; of the others, that they are failed and blocking. */
  reviews?: Readonly<Record<string, ScriptedReview>>;
}

export interface ScriptedReview {
  verdict: 'OK' | 'KO';
  severity: Severity;
  reason: string;
}

/** Names of SQLs: the first answer, then those to each retry message; the last one is repeated. `name#1` is the first text of `alike`. */
export type Answers = readonly [string, ...string[]];

/** Answers by strategy, for low, middle and high temperatures. */
export type GenerationPlan = Record<Strategy, readonly [Answers, Answers, Answers]>;

export interface ScriptedChoice {
  /** The SQLs compared, in either order. */
  between: readonly [string, string];
  /** The name of the better one; `first` for a judge who always prefers what is shown first. */
  winner: string;
  /** When the first of `between` is shown first, and when the second is. */
  confidence: readonly [number, number];
  reasoning: string;
}

/** A statement written with the indentation of the code around it, without that indentation. */
export function statement(parts: TemplateStringsArray): string {
  const lines = (parts.raw[0] ?? '').replace(/^\n|\s+$/g, '').split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}
