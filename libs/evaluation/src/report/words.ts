import { formatCost, formatNumber, oneLine } from '@assay/client';
import type { Rate } from './rate.js';
import type { Report } from './report.js';

/** `84.14 % (435 of 517)`. */
export function formatRate({ percent, right, total }: Rate): string {
  return `${percent.toFixed(2)} % (${right} of ${total})`;
}

export function formatInterval({ low, high }: Rate): string {
  return `${low.toFixed(1)}–${high.toFixed(1)} %`;
}

/** 0–1 with three decimals; a dash for null. */
export function formatShare(share: number | null): string {
  return share === null ? '–' : share.toFixed(3);
}

export function headlines({ measures, candidates }: Report): { name: string; rate: Rate; meaning: string }[] {
  const best = candidates?.systems[0];
  return [
    { name: 'EX', rate: measures.ex, meaning: 'the set of rows equals the gold’s (BIRD’s definition)' },
    {
      name: 'EX, columns in any order',
      rate: measures.anyColumnOrder,
      meaning: 'the same, whatever the order of columns',
    },
    {
      name: 'Exact',
      rate: measures.exact,
      meaning: 'the same rows as often, in the gold’s order where it orders (ties free)',
    },
    ...(best === undefined ? [] : [{ name: `Best single system`, rate: best.ex, meaning: `${best.system}, by EX` }]),
    ...(candidates === null
      ? []
      : [
          { name: 'Vote', rate: candidates.vote.ex, meaning: 'the result that most candidates returned, by EX' },
          { name: 'Oracle', rate: candidates.oracle, meaning: 'a right candidate wherever there is one, by EX' },
        ]),
  ];
}

export function formatCalibration({ inUse, heldOut }: Report['confidence']): string {
  if (inUse.count === 0) return 'no answer had a confidence';
  return `${inUse.ece.toFixed(4)}${heldOut === null ? '' : `, ${heldOut.ece.toFixed(4)} on databases that it is not fitted on`}`;
}

export function formatErrors({ answers }: Report): string | null {
  const failed = answers.filter(({ status }) => status === 'ERROR' || status === 'CANCELLED');
  const [first] = failed;
  if (first === undefined) return null;
  const because = first.remarks[0] ?? first.status;
  return `${failed.length} of ${answers.length} questions ended in an error and count as wrong. The first: ${oneLine(because)}`;
}

export function spendingRows({ spending, questions }: Report): [string, string][] {
  const perQuestion = (value: number): string => formatNumber(Math.round((value / Math.max(1, questions)) * 10) / 10);
  const { calls, inputTokens, outputTokens, cachedInputTokens, costUsd, secondsMedian, secondsP95, seconds } = spending;
  return [
    ['model calls', `${formatNumber(calls)} (${perQuestion(calls)} per question)`],
    ['input tokens', `${formatNumber(inputTokens)} (${perQuestion(inputTokens)} per question)`],
    ['cached input', inputTokens === 0 ? '–' : `${Math.round((100 * cachedInputTokens) / inputTokens)} %`],
    ['output tokens', `${formatNumber(outputTokens)} (${perQuestion(outputTokens)} per question)`],
    ['cost', `${formatCost(costUsd)} (${formatCost(costUsd / Math.max(1, questions))} per question)`],
    [
      'seconds per question',
      `median ${secondsMedian.toFixed(2)}, 95 % within ${secondsP95.toFixed(2)}, together ${seconds.toFixed(0)}`,
    ],
  ];
}
