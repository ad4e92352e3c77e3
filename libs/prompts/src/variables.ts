import type {
  Cell,
  EscalationContext,
  ExecutionSummary,
  FailedCheck,
  FoundValue,
  GoldSql,
  Moment,
  Strategy,
} from '@assay/contracts';

/**
 * What every agent is told about a question, apart from the schema. Takes the fields of `QuestionContext` as they are.
 * Everything is fenced as data in the prompts, except what is marked as our own.
 */
export interface ContextVariables {
  question: string;
  /** The dialect's name as people write it, such as `PostgreSQL`. */
  dialectName: string;
  /** One sentence each: quoting, dates, nulls, limits … of the dialect. Our own text, not fenced. */
  dialectFacts: readonly string[];
  directives: string | null;
  evidence: readonly string[];
  goldSqls: readonly GoldSql[];
  foundValues: readonly FoundValue[];
  /** Nonce of the fences around data: 6 to 64 letters and digits. */
  fence: string;
}

/** What the prompts of all agents are made of. */
export interface QuestionVariables {
  context: ContextVariables;
  /** The schema as M-Schema text. */
  schema: string;
}

/** One test as it is shown: by number. Takes a `NumberedTest`. */
export interface TestVariables {
  number: number;
  statement: string;
  evidenceCritical: boolean;
}

/** A candidate with what it returned. Takes a `CandidateView` and its first rows. */
export interface CandidateVariables {
  number: number;
  sql: string;
  /** Null when it was not executed. */
  execution: ExecutionSummary | null;
  /** The first rows, of which at most ten are shown; null when they are withheld (`sendRows: false`). */
  rows: readonly (readonly Cell[])[] | null;
  /** Evidence-critical tests that it failed when it was written; left out is none. */
  evidenceFailures?: readonly FailedCheck[];
}

export interface GeneratorVariables extends QuestionVariables {
  strategy: Strategy;
  /** Whether the model has tools to look at the database with; left out is no. */
  tools?: boolean;
  /** Empty where there are none. */
  evidenceCriticalTests: readonly TestVariables[];
  escalation: EscalationContext | null;
  /** The report of the validator on the previous answer; null at first. */
  retryMessage: string | null;
}

export interface TestGeneratorVariables extends QuestionVariables {
  moment: Moment;
  /** The distinct valid candidates; shown at the second moment only. */
  candidates: readonly CandidateVariables[];
  escalation: EscalationContext | null;
}

/** The reducer needs no schema. */
export interface TestReducerVariables {
  context: ContextVariables;
  tests: readonly TestVariables[];
  /** What was wrong with the previous grouping (our own words); null at first. */
  previousProblem: string | null;
}

export interface EvaluatorVariables extends QuestionVariables {
  /** The tests to judge, under their own numbers. */
  tests: readonly TestVariables[];
  candidate: CandidateVariables;
  /** True when these tests are asked for again because an answer left them out. */
  reask: boolean;
}

export interface SupervisorVariables extends QuestionVariables {
  /** All tests of the first judgement. */
  tests: readonly TestVariables[];
  candidate: CandidateVariables;
  /** Numbers among `tests`, with the evaluator's reasons. */
  failed: readonly { number: number; reason: string }[];
  reask: boolean;
}

export interface SqlSelectorVariables extends QuestionVariables {
  /** Shown as A. */
  first: CandidateVariables;
  /** Shown as B. */
  second: CandidateVariables;
  /** Results of SQLs that passed and are not compared; left out is 0. */
  leftOut?: number;
}

/** The variables of each agent's prompts. */
export interface AgentVariables {
  generator: GeneratorVariables;
  'test-generator': TestGeneratorVariables;
  'test-reducer': TestReducerVariables;
  evaluator: EvaluatorVariables;
  supervisor: SupervisorVariables;
  'sql-selector': SqlSelectorVariables;
}
