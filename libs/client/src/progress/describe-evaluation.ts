import type { WorkspaceEvaluationDetail } from '@assay/contracts';
import { oneLine } from './display-text.js';
import { count, formatPercent } from './quantities.js';

export function describeEvaluation(workspace: string, evaluation: WorkspaceEvaluationDetail): string[] {
  const { goldSqls, repeats, outcomes, passHatK, status, answers } = evaluation;
  const { right, wrong, failed, error } = outcomes;
  const rates = passHatK.map((rate, index) =>
    index === 0
      ? `${formatPercent(rate)} of answers are right`
      : `${formatPercent(rate)} when ${index + 1} of ${repeats} answers have to be (pass^${index + 1})`,
  );
  const wrongTests = answers.filter(({ outcome }) => outcome !== null && outcome !== 'right');
  const reasons = [...Map.groupBy(wrongTests, ({ message }) => message)];
  return [
    `${workspace}: ${count(goldSqls, 'gold SQL')}, ${often(repeats)}${status === 'DONE' ? '' : ` (${status})`}`,
    ...rates,
    `${right} right, ${wrong} wrong, ${failed} without an answer, ${error} with an error`,
    ...reasons.flatMap(([reason, own]) => [
      ...own.map(({ outcome, question, asked }) => `  ${outcome}: ${oneLine(question)}${asked ? `  ${asked}` : ''}`),
      ...(reason === null ? [] : [`    ${oneLine(reason)}`]),
    ]),
  ];
}

function often(repeats: number): string {
  return repeats === 1 ? 'each asked once' : `each asked ${repeats} times`;
}
