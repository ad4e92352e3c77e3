import {
  nameLevel,
  withMeasure,
  withoutReplaced,
  type EscalationRecord,
  type QuestionResult,
  type RowsPage,
  type Usage,
} from '@assay/contracts';
import { isKnown } from './describe-confidence.js';
import { hanging, oneLine, printable, wrap } from './display-text.js';
import { explainPath, reasonOf } from './explain-decision.js';
import { count, formatDuration, formatNumber, formatPercent, formatSpending } from './quantities.js';
import { describeOpenPoints, distinctSqls } from './record-words.js';
import { STATUS_STYLE } from './stage-line.js';
import { plainPaint, type Paint } from './styled-line.js';
import { renderTable } from './text-table.js';

export interface SummaryView {
  width: number;
  /** Width of the table of rows; default `width`. Infinity: nothing is cut. */
  tableWidth?: number;
  paint?: Paint;
  rows?: RowsPage | null;
  rowsProblem?: string | null;
}

const MOST_DISCARDED = 5;

export function summarizeAnswer(whole: EscalationRecord, view: SummaryView): string[] {
  const paint = view.paint ?? plainPaint;
  const record = withoutReplaced(whole);
  const { correctedSql } = record;
  const verdict =
    correctedSql === undefined
      ? [sqlSection(record.result), verdictSection(record, view.width, paint)]
      : [[...sqlLines(correctedSql), paint('dim', 'corrected by a person')]];
  const sections = [
    reasonSection(record, view.width, paint),
    ...verdict,
    record.summary === null ? [] : wrap(oneLine(record.summary), view.width),
    contestedSection(record, view.width, paint),
    refusalsSection(record, view.width),
    mostLikelySection(record, view.width, paint),
    correctedSql === undefined ? failedTestsSection(record.result, view.width, paint) : [],
    rowsSection(view, paint),
    openSection(record, paint),
    nextStepsSection(record, view.width, paint),
    [...wrap(describeUsage(record), view.width), `question ${record.id}`].map((line) => paint('dim', line)),
  ];
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, index) => (index === 0 ? section : ['', ...section]));
}

function sqlLines(sql: string): string[] {
  return printable(sql).trim().split('\n');
}

function sqlSection(result: QuestionResult | null): string[] {
  if (result === null || result.result === 'FAILED') return [];
  return result.sqlList.flatMap(({ sql }) => sqlLines(sql));
}

/** Why the answer is SILVER or missing; comes first. */
function reasonSection(record: EscalationRecord, width: number, paint: Paint): string[] {
  const reason = reasonOf(record);
  return reason === null ? [] : wrap(reason, width).map((line) => paint('bold', line));
}

function verdictSection(record: EscalationRecord, width: number, paint: Paint): string[] {
  const facts = [`${nameLevel(record.level).toLowerCase()} models`, describeLikely(record)].filter(
    (fact) => fact !== null,
  );
  const verdict = paint('bold', paint(STATUS_STYLE[record.status], record.status));
  return [`${verdict}  ${facts.join(' · ')}`, ...wrap(explainPath(record), width)];
}

function describeLikely({ confidence, attempts }: EscalationRecord): string | null {
  if (attempts.some(isKnown)) return 'approved by a person';
  return confidence === null ? null : `${formatPercent(confidence * 100)} likely to be right`;
}

function failedTestsSection(result: QuestionResult | null, width: number, paint: Paint): string[] {
  if (result === null || result.result === 'GOLD') return [];
  if (result.result === 'SILVER')
    return result.sqlList.flatMap(({ failedTests }) => describeFailures(failedTests, width));
  const discarded = distinctSqls(result.sqlList);
  const shown = discarded.slice(0, MOST_DISCARDED);
  const lines = shown.flatMap(({ sql, failedTests }) => [...sqlLines(sql), ...describeFailures(failedTests, width)]);
  const hidden = discarded.length - shown.length;
  return hidden === 0 ? lines : [...lines, paint('dim', `… and ${count(hidden, 'more SQL')} in the record`)];
}

function describeFailures(failedTests: { test: string; reason: string }[], width: number): string[] {
  return failedTests.flatMap(({ test, reason }) => hanging('  ✗ ', `${oneLine(test)}: ${oneLine(reason)}`, width));
}

/** Omitted for SILVER, whose reason already says it. */
function contestedSection({ contested, silver }: EscalationRecord, width: number, paint: Paint): string[] {
  return contested === null || silver !== undefined
    ? []
    : wrap(`Contested: ${oneLine(contested.message)}`, width).map((line) => paint('yellow', line));
}

function mostLikelySection({ mostLikely }: EscalationRecord, width: number, paint: Paint): string[] {
  if (mostLikely === null) return [];
  const likely = formatPercent(mostLikely.confidence * 100);
  return [
    ...wrap(`Most likely, but not good enough to be an answer (${likely} likely to be right):`, width).map((line) =>
      paint('bold', line),
    ),
    ...sqlLines(mostLikely.sql),
    ...describeFailures(mostLikely.failed, width),
  ];
}

function refusalsSection({ refusals, reason }: EscalationRecord, width: number): string[] {
  const others = refusals.filter((refusal) => refusal !== reason?.message);
  return others.flatMap((refusal) => wrap(`The model refused: ${oneLine(refusal)}`, width));
}

function openSection(record: EscalationRecord, paint: Paint): string[] {
  if (record.openPoints.length === 0) return [];
  const how = `npx assay settle ${record.id} <option>`;
  return [paint('bold', 'Other possible meanings:'), ...describeOpenPoints(record), paint('dim', how)];
}

function nextStepsSection({ nextSteps }: EscalationRecord, width: number, paint: Paint): string[] {
  if (nextSteps.length === 0) return [];
  const steps = nextSteps.flatMap(({ message }) => hanging('  → ', oneLine(message), width));
  return [paint('bold', 'Next steps:'), ...steps];
}

function rowsSection({ rows, rowsProblem, width, tableWidth = width }: SummaryView, paint: Paint): string[] {
  if (rowsProblem) return [paint('yellow', `The rows could not be fetched: ${oneLine(rowsProblem)}`)];
  if (!rows) return [];
  if (rows.rows.length === 0) return [paint('dim', 'The SQL returns no rows.')];
  const { columns, rows: cells } = withMeasure(rows);
  return [...renderTable(columns, cells, { width: tableWidth, paint }), paint('dim', describeRowCount(rows))];
}

function describeRowCount({ rows, rowCount, truncated }: RowsPage): string {
  if (truncated) return `(the first ${count(rows.length, 'row')}; there are more)`;
  return rows.length < rowCount
    ? `(${formatNumber(rows.length)} of ${count(rowCount, 'row')})`
    : `(${count(rowCount, 'row')})`;
}

/** ` (78 % cached)`; empty if nothing was. */
export function describeCached({
  inputTokens,
  cachedInputTokens,
}: Pick<Usage, 'inputTokens' | 'cachedInputTokens'>): string {
  return cachedInputTokens === 0 ? '' : ` (${formatPercent((100 * cachedInputTokens) / inputTokens)} cached)`;
}

/** `34 model calls · 12,345 tokens in, 2,345 out · $0.012 · 8.4 s`. */
export function describeUsage(record: EscalationRecord): string {
  const { usage, createdAt, finishedAt } = record;
  const unpriced = record.calls.filter(({ status, costUsd }) => status === 'answered' && costUsd === null).length;
  const inWords = `${formatNumber(usage.inputTokens)} tokens in${describeCached(usage)}`;
  return [
    count(usage.modelCalls, 'model call'),
    usage.replayedCalls === 0 ? null : `${formatNumber(usage.replayedCalls)} from the journal`,
    `${inWords}, ${formatNumber(usage.outputTokens)} out`,
    formatSpending({ costUsd: usage.costUsd, calls: usage.modelCalls, unpricedCalls: unpriced }),
    finishedAt === null ? null : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt)),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
