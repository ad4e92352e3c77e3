import type { EscalationContext, FailedCheck } from '@assay/contracts';
import { describeResult, type ResultTexts } from './describe-result.js';
import type { CandidateVariables, TestVariables } from './variables.js';

export type Scope = Record<string, unknown>;

/** Names that each half of an agent's `user.md` may use besides `CONTEXT_NAMES`. */
export interface ScopeNames {
  /** Same for all jobs of a stage. */
  stage: readonly string[];
  job: readonly string[];
}

/** Names available to `shared/workspace.md`: nothing of a question. */
export const WORKSPACE_NAMES = ['dialectName', 'dialectFacts', 'directives', 'schema', 'fence'] as const;

/** Names available to all templates but `shared/workspace.md`. */
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

export function numbersOf(items: readonly { number: number }[]): string {
  return items.map((item) => item.number).join(', ');
}

/** Null if nothing was judged before. */
export function escalationScope(escalation: EscalationContext | null): Scope | null {
  if (escalation === null) return null;
  const { failedSqls, outvoted = [], leftOut = null } = escalation;
  const isEmpty = failedSqls.length === 0 && outvoted.length === 0 && leftOut === null;
  return isEmpty ? null : { failedSqls, outvoted, leftOut };
}

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

/** @param number its number in the prompt; default its own */
export function candidateScope(candidate: CandidateVariables, number: number | null = null): CandidateScope {
  const { sql, evidenceFailures = [] } = candidate;
  return { number: number ?? candidate.number, sql, result: describeResult(candidate), evidenceFailures };
}

/** Renumbers the candidates of a prompt from 1; null for others. */
export function withoutGaps(candidates: readonly { number: number }[]): (number: number) => number | null {
  const places = new Map(candidates.map(({ number }, index) => [number, index + 1]));
  return (number) => places.get(number) ?? null;
}
