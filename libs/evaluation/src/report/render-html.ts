import { escapeHtml, htmlTable } from './html-text.js';
import { barPlot, reliabilityPlot } from './plots.js';
import type { Rate } from './rate.js';
import type { Report } from './report.js';
import { REPORT_STYLE } from './report-style.js';
import { suiteTables } from './suite-tables.js';
import { headlines, formatErrors, formatInterval, formatRate, formatShare, spendingRows } from './words.js';

/** No scripts, no other hosts. */
export function renderHtml(report: Report): string {
  const { subject, questions } = report;
  const errors = formatErrors(report);
  const title = `Evaluation of ${subject.dataset}, judge ${subject.judge}`;
  const pool = subject.systems === null ? '' : `, a pool of ${subject.systems.length} systems`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(title)}</title><style>${REPORT_STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${questions} questions${pool}, ${escapeHtml(subject.finishedAt.slice(0, 10))}.</p>`,
    `<pre>${escapeHtml(subject.command)}</pre>`,
    errors === null ? '' : `<p><strong>${escapeHtml(errors)}</strong></p>`,
    barPlot(
      'How many are right, in percent, with 95 % intervals',
      headlines(report).map(({ name, rate }) => barOf(name, rate)),
    ),
    htmlTable(
      ['measure', 'rate', '95 % interval', 'meaning'],
      headlines(report).map(({ name, rate, meaning }) => [name, formatRate(rate), formatInterval(rate), meaning]),
    ),
    ...(report.suite === null ? [] : suiteTables(report.suite)).map(({ title, head, rows }) =>
      section(title, htmlTable(head, rows)),
    ),
    ...report.groups.map(({ by, rows }) =>
      section(
        `By ${by}`,
        barPlot(
          `EX by ${by}, in percent`,
          rows.map(({ name, ex }) => barOf(name, ex)),
        ),
      ),
    ),
    systems(report),
    confidence(report),
    section('Spent', htmlTable(['what', 'how much'], spendingRows(report))),
    answers('Unsure', report.unsure),
    answers('Wrong', report.wrong),
    '</main></body></html>\n',
  ].join('\n');
}

function barOf(name: string, rate: Rate): { name: string; value: number; low: number; high: number; note: string } {
  return { name, value: rate.percent, low: rate.low, high: rate.high, note: formatRate(rate) };
}

function systems({ candidates }: Report): string {
  const bars = (candidates?.systems ?? []).map(({ system, ex }) => barOf(system, ex));
  return bars.length === 0 ? '' : section('Systems', barPlot('EX of each system of the pool, in percent', bars));
}

function confidence({ confidence: { inUse, heldOut } }: Report): string {
  if (inUse.count === 0) return section('Confidence', '<p>No answer had a confidence.</p>');
  const formatted = ({ ece, brier, count }: typeof inUse): string =>
    `expected calibration error ${ece.toFixed(4)}, Brier score ${brier.toFixed(4)}, ${count} answers`;
  const plots = [
    reliabilityPlot(`As answered: ${formatted(inUse)}`, inUse),
    ...(heldOut === null
      ? []
      : [reliabilityPlot(`Fitted without the question’s own database: ${formatted(heldOut)}`, heldOut)]),
  ];
  return section('Confidence', `<div class="plots">${plots.join('')}</div>`);
}

function answers(title: string, listed: Report['unsure']): string {
  if (listed.length === 0) return '';
  const rows = listed.map(({ id, database, question, confidence: sure, match, sql, remarks }) => [
    id,
    database,
    question,
    formatShare(sure),
    match.ex ? 'right' : 'wrong',
    sql ?? remarks[0] ?? 'no answer',
  ]);
  return section(
    `${title} (${listed.length})`,
    htmlTable(['id', 'database', 'question', 'confidence', 'EX', 'answer'], rows),
  );
}

function section(title: string, body: string): string {
  return `<section><h2>${escapeHtml(title)}</h2>${body}</section>`;
}
