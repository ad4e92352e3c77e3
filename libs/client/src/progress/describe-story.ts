import type { StoryEvaluationRecord } from '@assay/contracts';
import { describeCached } from './answer-summary.js';
import { oneLine, wrap } from './display-text.js';
import { count, formatCost, formatDuration, formatNumber } from './quantities.js';
import type { Paint } from './styled-line.js';
import { renderTable, type TableView } from './text-table.js';

interface StoryView {
  width: number;
  table: TableView;
  paint: Paint;
}

export function describeStory(record: StoryEvaluationRecord, view: StoryView): string[] {
  return [
    ...(record.ranking.length > 0 ? [...scoreTable(record, view), ''] : []),
    verdict(record, view.paint),
    ...record.nextSteps.flatMap(({ message }) => wrap(`→ ${oneLine(message)}`, view.width)),
    ...failures(record).flatMap((line) => wrap(line, view.width)),
    ...narrations(record),
    view.paint('dim', describeSpending(record)),
    view.paint('dim', `evaluation ${record.id}`),
  ];
}

function scoreTable({ ranking, evaluations }: StoryEvaluationRecord, view: StoryView): string[] {
  const evaluators = [...new Set(evaluations.map(({ evaluator }) => String(evaluator)))].sort();
  const scoreOf = (label: string, evaluator: string): number | null => {
    const found = evaluations.find((given) => given['label'] === label && given['evaluator'] === evaluator);
    return found === undefined ? null : rounded(Number(found['score']));
  };
  const names = ['', 'story', 'score', 'spread', ...evaluators];
  const rows = ranking.map(({ label, score, spread, approved }, index) => [
    approved ? index + 1 : '✗',
    label,
    rounded(score),
    rounded(spread),
    ...evaluators.map((evaluator) => scoreOf(label, evaluator) ?? '–'),
  ]);
  const columns = names.map((name) => ({ name }));
  return renderTable(columns, rows, view.table);
}

function verdict({ status, choice, error, ranking }: StoryEvaluationRecord, paint: Paint): string {
  if (status === 'CANCELLED') return paint('yellow', 'CANCELLED');
  if (status !== 'DONE') {
    const why = error === null ? '' : `  ${oneLine(error.message)} (${error.code})`;
    return `${paint('red', status)}${why}`;
  }
  if (choice !== null) return `${paint('green', 'BEST')}  ${oneLine(choice)}`;
  return `${paint('yellow', 'NONE')}  ${ranking.length > 0 ? 'No version reaches the minimum score.' : ''}`;
}

function failures({ failedEvaluators }: StoryEvaluationRecord): string[] {
  return [...Map.groupBy(failedEvaluators, ({ reason }) => oneLine(reason))].map(([reason, failed]) => {
    const whose = failed.map(({ evaluator, label }) => `by ${oneLine(evaluator)} of ${oneLine(label)}`);
    return `no evaluation ${whose.join(', ')}: ${reason}`;
  });
}

function narrations({ coverage, id }: StoryEvaluationRecord): string[] {
  if (coverage.length === 0) return [];
  const invalid = coverage.filter(({ isValid }) => isValid !== true).length;
  const how = invalid === 0 ? '' : `, ${invalid} of them too little`;
  return [
    `narrated: ${count(coverage.length, 'chunk')}${how} (GET /v1/story-evaluations/${id}/tts-schema.json?label=…)`,
  ];
}

function describeSpending({ usage, createdAt, finishedAt }: StoryEvaluationRecord): string {
  return [
    count(usage.modelCalls, 'model call'),
    `${formatNumber(usage.inputTokens)} tokens in${describeCached(usage)}, ${formatNumber(usage.outputTokens)} out`,
    ...(usage.costUsd > 0 ? [formatCost(usage.costUsd)] : []),
    ...(finishedAt === null ? [] : [formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))]),
  ].join(' · ');
}

function rounded(score: number): number {
  return Number(score.toFixed(1));
}
