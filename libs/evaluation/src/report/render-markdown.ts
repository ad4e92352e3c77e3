import { oneLine } from '@assay/client';
import type { Reliability } from '../calibration/reliability.js';
import { codeInCell, escapeMarkdown } from './markdown-text.js';
import type { Report } from './report.js';
import { suiteTables } from './suite-tables.js';
import { headlines, formatErrors, formatInterval, formatRate, formatShare, spendingRows } from './words.js';

const LISTED = 40;
const SYSTEMS = 12;

export function renderMarkdown(report: Report): string {
  const { subject, questions, groups } = report;
  const errors = formatErrors(report);
  return [
    `# Evaluation of ${escapeMarkdown(subject.dataset)}, judge ${escapeMarkdown(subject.judge)}`,
    '',
    `${questions} questions${subject.systems === null ? '' : `, a pool of ${subject.systems.length} systems`}, ${subject.finishedAt.slice(0, 10)}.`,
    '',
    `    ${oneLine(subject.command)}`,
    '',
    ...(errors === null ? [] : [`**${escapeMarkdown(errors)}**`, '']),
    ...table(
      ['measure', 'rate', '95 % interval', 'meaning'],
      headlines(report).map(({ name, rate, meaning }) => [
        name,
        formatRate(rate),
        formatInterval(rate),
        escapeMarkdown(meaning),
      ]),
    ),
    ...(report.suite === null ? [] : suiteTables(report.suite)).flatMap(({ title, head, rows }) => [
      `## ${title}`,
      '',
      ...table(head, rows),
    ]),
    ...groups.flatMap(({ by, rows }) => [
      `## By ${by}`,
      '',
      ...table(
        [by, 'EX', '95 % interval', 'mean confidence'],
        rows.map(({ name, ex, confidence }) => [
          escapeMarkdown(name),
          formatRate(ex),
          formatInterval(ex),
          formatShare(confidence),
        ]),
      ),
    ]),
    ...systemsOf(report),
    ...confidenceOf(report),
    '## Spent',
    '',
    ...table(['what', 'how much'], spendingRows(report)),
    ...listed('Unsure', report.unsure),
    ...listed('Wrong', report.wrong),
  ].join('\n');
}

function systemsOf({ candidates }: Report): string[] {
  const systems = candidates?.systems ?? [];
  if (systems.length === 0) return [];
  const rows = systems.slice(0, SYSTEMS).map(({ system, ex }) => [escapeMarkdown(system), formatRate(ex)]);
  return [`## Systems${systems.length > SYSTEMS ? `, the best ${SYSTEMS}` : ''}`, '', ...table(['system', 'EX'], rows)];
}

function confidenceOf({ confidence: { inUse, heldOut } }: Report): string[] {
  if (inUse.count === 0) return ['## Confidence', '', 'No answer had a confidence.', ''];
  return [
    '## Confidence',
    '',
    `Expected calibration error ${inUse.ece.toFixed(4)} over ${inUse.count} answers (Brier ${inUse.brier.toFixed(4)}).`,
    ...(heldOut === null
      ? []
      : [
          `Refitted without the question’s own database, each in turn: ${heldOut.ece.toFixed(4)} (Brier ${heldOut.brier.toFixed(4)}).`,
        ]),
    '',
    ...binsOf(inUse),
  ];
}

function binsOf({ bins }: Reliability): string[] {
  return table(
    ['confidence', 'answers', 'mean confidence', 'right'],
    bins.map(({ from, to, count, meanConfidence, accuracy }) => [
      `${from.toFixed(1)}–${to.toFixed(1)}`,
      String(count),
      formatShare(meanConfidence),
      formatShare(accuracy),
    ]),
  );
}

function listed(title: string, answers: Report['unsure']): string[] {
  if (answers.length === 0) return [];
  const rows = answers
    .slice(0, LISTED)
    .map(({ id, database, question, confidence, match, sql, remarks }) => [
      escapeMarkdown(id),
      escapeMarkdown(database),
      escapeMarkdown(question),
      formatShare(confidence),
      match.ex ? 'right' : 'wrong',
      sql === null ? escapeMarkdown(remarks[0] ?? 'no answer') : codeInCell(sql),
    ]);
  const more = answers.length > LISTED ? `, ${LISTED} of ${answers.length}` : ` (${answers.length})`;
  return [`## ${title}${more}`, '', ...table(['id', 'database', 'question', 'confidence', 'EX', 'answer'], rows)];
}

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
