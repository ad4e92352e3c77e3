import type { StageKind } from '@assay/contracts';
import type { RecordedOutcome } from './decide-recorded.js';

export interface RecordedReport {
  questions: number;
  right: number;
  gold: number;
  goldRight: number;
  failed: number;
  /** By stage; missing comparisons count as ties, missing judgements as undecided. */
  unrecorded: Partial<Record<StageKind, number>>;
}

export function recordedReport(outcomes: readonly RecordedOutcome[]): RecordedReport {
  const gold = outcomes.filter(({ status }) => status === 'GOLD');
  const unrecorded: RecordedReport['unrecorded'] = {};
  for (const [stage, tasks] of outcomes.flatMap((outcome) => [...outcome.unrecorded])) {
    unrecorded[stage] = (unrecorded[stage] ?? 0) + tasks;
  }
  return {
    questions: outcomes.length,
    right: outcomes.filter(({ isRight }) => isRight === true).length,
    gold: gold.length,
    goldRight: gold.filter(({ isRight }) => isRight === true).length,
    failed: outcomes.filter(({ status }) => status === 'FAILED').length,
    unrecorded,
  };
}

export function recordedLines({ questions, right, gold, goldRight, failed, unrecorded }: RecordedReport): string[] {
  const missing = Object.entries(unrecorded).map(([stage, tasks]) => `${stage} ${tasks}`);
  const precision = ((100 * goldRight) / Math.max(1, gold)).toFixed(1);
  return [
    `${right} of ${questions} answers right`,
    `GOLD ${gold}, of them right ${goldRight} (${precision} %)`,
    `FAILED ${failed}`,
    `tasks without a recorded answer: ${missing.join(', ') || 'none'}`,
  ];
}
