import type { Agent, EscalationContext, FailedCheck } from '@assay/contracts';
import { describeResult, type ResultTexts } from './describe-result.js';
import { PromptVariablesError } from './prompt-variables-error.js';
import type { AgentVariables, CandidateVariables, SupervisorVariables, TestVariables } from './variables.js';

/** Names and values as the templates see them. */
export type Scope = Record<string, unknown>;

/** The names that one half of an agent's `user.md` may use besides those of the context. */
export interface ScopeNames {
  /** The same for all jobs of a stage. */
  stage: readonly string[];
  /** Particular to one job. */
  job: readonly string[];
}

export const CONTEXT_NAMES = [
  'question',
  'dialectName',
  'dialectFacts',
  'directives',
  'evidence',
  'goldSqls',
  'foundValues',
  'fence',
] as const;

export const SCOPE_NAMES: Record<Agent, ScopeNames> = {
  generator: { stage: ['evidenceCriticalTests', 'escalation', 'tools'], job: ['strategy', 'retryMessage'] },
  'test-generator': { stage: ['moment', 'candidates', 'escalation'], job: [] },
  'test-reducer': { stage: ['tests'], job: ['previousProblem'] },
  evaluator: { stage: ['tests', 'testNumbers', 'reask'], job: ['candidate'] },
  supervisor: { stage: ['tests'], job: ['candidate', 'failed', 'failedNumbers', 'reask'] },
  'sql-selector': { stage: ['leftOut'], job: ['pair'] },
};

type ScopeBuilders = { [Name in Agent]: (variables: AgentVariables[Name]) => Scope };

const builders: ScopeBuilders = {
  generator: ({ evidenceCriticalTests, escalation, tools, strategy, retryMessage }) => ({
    evidenceCriticalTests,
    escalation: escalationScope(escalation),
    tools: tools ?? false,
    strategy,
    retryMessage,
  }),
  'test-generator': ({ moment, candidates, escalation }) => ({
    moment,
    candidates: moment === 'evaluation' ? candidates.map(candidateScope) : [],
    escalation: escalationScope(escalation),
  }),
  'test-reducer': ({ tests, previousProblem }) => ({ tests, previousProblem }),
  evaluator: ({ tests, candidate, reask }) => ({
    tests,
    testNumbers: numbersOf(tests),
    candidate: candidateScope(candidate),
    reask,
  }),
  supervisor: ({ tests, candidate, failed, reask }) => ({
    tests,
    candidate: candidateScope(candidate),
    failed: failedScope(tests, failed),
    failedNumbers: numbersOf(failed),
    reask,
  }),
  'sql-selector': ({ first, second, leftOut }) => ({
    leftOut: leftOut ?? 0,
    pair: [
      { label: 'A', ...candidateScope(first) },
      { label: 'B', ...candidateScope(second) },
    ],
  }),
};

/** The scope of an agent's own part of the user prompt: the context and what the agent's variables add. */
export function buildScope<Name extends Agent>(agent: Name, variables: AgentVariables[Name]): Scope {
  const schema = 'schema' in variables ? { schema: variables.schema } : {};
  return { ...variables.context, ...schema, ...builders[agent](variables) };
}

function numbersOf(items: readonly { number: number }[]): string {
  return items.map((item) => item.number).join(', ');
}

/** Null where nothing was rejected before: an attempt may begin because its judges never came to a verdict. */
function escalationScope(escalation: EscalationContext | null): Scope | null {
  if (escalation === null) return null;
  const { failedSqls, leftOut = null } = escalation;
  return failedSqls.length === 0 && leftOut === null ? null : { failedSqls, leftOut };
}

interface CandidateScope {
  number: number;
  sql: string;
  result: ResultTexts | null;
  evidenceFailures: readonly FailedCheck[];
}

function candidateScope(candidate: CandidateVariables): CandidateScope {
  const { number, sql, evidenceFailures = [] } = candidate;
  return { number, sql, result: describeResult(candidate), evidenceFailures };
}

function failedScope(
  tests: readonly TestVariables[],
  failed: SupervisorVariables['failed'],
): (TestVariables & { reason: string })[] {
  const byNumber = new Map(tests.map((test) => [test.number, test]));
  return failed.map(({ number, reason }) => {
    const test = byNumber.get(number);
    if (test === undefined) throw new PromptVariablesError(`failed test ${number} is not among the tests`);
    return { number, statement: test.statement, evidenceCritical: test.evidenceCritical, reason };
  });
}
