import type { AttemptRecord, CandidateRecord, QuestionResult, QuestionView, WaveRecord } from '@assay/contracts';
import { oneLine } from './display-text.js';
import { count, formatPercent } from './quantities.js';

const WHY: Record<WaveRecord['why'], string> = {
  'enough-lead': 'enough to stop',
  'two-alike': 'two alike are judged',
  'three-alike': 'three alike are enough',
  'all-asked': 'all have been requested',
  undecided: 'more were requested',
  judged: 'these were judged before more are requested',
  'in-doubt': 'verdicts left the leader in doubt, and more were requested',
};

export function describeWaves({ waves }: Pick<AttemptRecord, 'waves'>): string[] {
  return waves.map(
    ({ ordinal, candidates, lead, why }) =>
      `Wave ${ordinal}: ${count(candidates, 'candidate')}; the leader stays in the lead with ${formatPercent(100 * lead)}: ${WHY[why]}.`,
  );
}

/** One sentence per cap that hid something from models. */
export function describeLeftOut({
  escalationContext,
  selection,
}: Partial<Pick<AttemptRecord, 'escalationContext' | 'selection'>>): string[] {
  const omitted = escalationContext?.leftOut;
  const results = selection?.leftOut ?? 0;
  return [
    ...(omitted === undefined
      ? []
      : [
          `Too long for its prompts: ${count(omitted.sqls, 'rejected SQL')} of earlier levels, and ` +
            `${count(omitted.tests, 'failed test')} of the others.`,
        ]),
    ...(results === 0 ? [] : [`Not compared, because too many pass: ${count(results, 'result')} of SQLs that pass.`]),
  ];
}

/** SQLs that earlier levels outvoted, and faults for which judges found no test. */
export function describeAside({
  escalationContext,
  evaluations,
}: Pick<AttemptRecord, 'escalationContext' | 'evaluations'>): string[] {
  const outvoted = (escalationContext?.outvoted ?? []).map(
    ({ sql, probability }) =>
      `Passed every test, but outvoted, ${formatPercent(100 * probability)} likely to be right: ${oneLine(sql)}`,
  );
  const uncovered = evaluations.flatMap((evaluation) => evaluation.uncovered ?? []);
  const faults = uncovered.map(
    ({ fault, requirement }) => `A judge found no test for: ${oneLine(fault)} It proposed: ${oneLine(requirement)}`,
  );
  return [...new Set([...outvoted, ...faults])];
}

/** Evidence-critical tests that a valid candidate failed; judges know. */
export function describeEvidenceFailures({ evidenceFailures = [] }: CandidateRecord): string[] {
  return evidenceFailures.map(({ check, reason }) => `Doubted when it was written, by “${check}”: ${reason}`);
}

/** Marks this answer's option. */
export function describeOpenPoints({ openPoints, readings }: Pick<QuestionView, 'openPoints' | 'readings'>): string[] {
  const chosen = readings.find((reading) => reading.chosen)?.id;
  return openPoints.flatMap(({ id, question, options }) => [
    `${oneLine(question)}  ${id}`,
    ...options.map(
      (option) => `  ${option.reading === chosen ? '●' : '○'} ${oneLine(option.id)}: ${oneLine(option.meaning)}`,
    ),
  ]);
}

type ListedSql = QuestionResult['sqlList'][number];

/** Merges equal SQL of different levels. */
export function distinctSqls(sqlList: readonly ListedSql[]): ListedSql[] {
  const bySql = new Map<string, ListedSql>();
  for (const { sql, failedTests } of sqlList) {
    const text = sql.trim();
    const before = bySql.get(text);
    const known = new Set(before?.failedTests.map(({ test }) => test));
    const more = failedTests.filter(({ test }) => !known.has(test));
    bySql.set(text, { sql: before?.sql ?? sql, failedTests: [...(before?.failedTests ?? []), ...more] });
  }
  return [...bySql.values()];
}

export function whyInvalid({ execution, lastFailure }: CandidateRecord): string | null {
  return execution?.error ?? lastFailure?.message ?? null;
}

/** Whether the API has rows of it. */
export function hasRows({ status, correctedSql }: Pick<QuestionView, 'status' | 'correctedSql'>): boolean {
  return status === 'GOLD' || status === 'SILVER' || correctedSql !== undefined;
}
