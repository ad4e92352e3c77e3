import { formatPercent } from '@assay/client';
import type { EvaluationCondition, EvaluationOutcome, WorkspaceEvaluation } from '@assay/contracts';

const CHANGED: Record<EvaluationCondition, string> = {
  schema: 'the schema',
  models: 'the models',
  prompts: 'the prompts',
};

export const OUTCOME_WORDS: Record<EvaluationOutcome, string> = {
  right: 'right',
  wrong: 'other rows',
  failed: 'no answer',
  error: 'could not be compared',
};

export function dueBecause({ status, changedSince }: WorkspaceEvaluation): string | null {
  if (status === 'RUNNING' || changedSince.length === 0) return null;
  const [first = '', ...others] = changedSince.map((condition) => CHANGED[condition]);
  const last = others.pop();
  const changes = last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`;
  // Only `schema` is singular.
  const verb = changes === CHANGED.schema ? 'has' : 'have';
  return `${changes} ${verb} changed since the last evaluation.`;
}

export function shareRight({ passHatK }: WorkspaceEvaluation): string | null {
  const [share] = passHatK;
  return share === undefined ? null : formatPercent(share);
}

/** Null without repeats. */
export function shareAlwaysRight({ passHatK }: WorkspaceEvaluation): string | null {
  const always = passHatK.at(-1);
  return always === undefined || passHatK.length < 2 ? null : formatPercent(always);
}

export function progressOf({ outcomes, goldSqls, repeats }: WorkspaceEvaluation): { done: number; all: number } {
  const { right, wrong, failed, error } = outcomes;
  return { done: right + wrong + failed + error, all: goldSqls * repeats };
}
