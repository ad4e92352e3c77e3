import type { EscalationContext, FailedCheck } from '@assay/contracts';
import { describeResult, type ResultTexts } from './describe-result.js';
import type { CandidateVariables, TestVariables } from './variables.js';

/** Names and values as the templates see them. */
export type Scope = Record<string, unknown>;

/** The names that one half of an agent's `user.md` may use besides those of the context. */
export interface ScopeNames {
  /** The same for all jobs of a stage. */
  stage: readonly string[];
  /** Particular to one job. */
  job: readonly string[];
}

/** What every agent's templates may use. */
export const CONTEXT_NAMES = [
  'question',
  'dialectName',
  'dialectFacts',
  'directives',
  'evidence',
  'goldSqls',
  'earlier',
  'foundValues',
  'fence',
] as const;

/** The numbers, as a prompt names them. */
export function numbersOf(items: readonly { number: number }[]): string {
  return items.map((item) => item.number).join(', ');
}

/** Null where nothing was judged before: an attempt may begin because its judges never came to a verdict. */
export function escalationScope(escalation: EscalationContext | null): Scope | null {
  if (escalation === null) return null;
  const { failedSqls, outvoted = [], leftOut = null } = escalation;
  const isEmpty = failedSqls.length === 0 && outvoted.length === 0 && leftOut === null;
  return isEmpty ? null : { failedSqls, outvoted, leftOut };
}

/** A test with its alternatives, none where it is a requirement. */
export function testScope(test: TestVariables): Required<TestVariables> {
  const { number, statement, evidenceCritical, alternatives = [] } = test;
  return { number, statement, evidenceCritical, alternatives };
}

interface CandidateScope {
  number: number;
  sql: string;
  result: ResultTexts | null;
  evidenceFailures: readonly FailedCheck[];
}

/**
 * A candidate with its result in the texts that templates print.
 *
 * @param number what the prompt calls it; its own number unless another one is given
 */
export function candidateScope(candidate: CandidateVariables, number: number | null = null): CandidateScope {
  const { sql, evidenceFailures = [] } = candidate;
  return { number: number ?? candidate.number, sql, result: describeResult(candidate), evidenceFailures };
}

/** Numbers of the candidates of one prompt from 1 without gaps, by their own numbers; null for any other candidate. */
export function withoutGaps(candidates: readonly { number: number }[]): (number: number) => number | null {
  const places = new Map(candidates.map(({ number }, index) => [number, index + 1]));
  return (number) => places.get(number) ?? null;
}
