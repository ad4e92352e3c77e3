import type { SuiteReport, SuiteRow } from '../suite/suite-figures.js';

export interface SuiteTable {
  title: string;
  head: string[];
  rows: string[][];
}

export function suiteTables({ rows, apart, families, seeds, questions }: SuiteReport): SuiteTable[] {
  const head = ['chosen by', 'EX', 'suite'];
  const formatted = (own: readonly SuiteRow[]): string[][] =>
    own.map(({ name, ex, suite }) => [name, ex.toFixed(1), suite.toFixed(1)]);
  const means = seeds.length > 1 ? `, means of ${seeds.length} seeds` : '';
  return [
    { title: `Suite: right on every variant, of ${questions}${means}`, head, rows: formatted(rows) },
    ...families.map(({ name, systems, rows: own }) => ({
      title: `Suite, ${name}: ${systems.join(', ')}`,
      head,
      rows: formatted(own),
    })),
    ...(apart === null ? [] : [apartTable(apart, questions)]),
  ];
}

function apartTable(apart: NonNullable<SuiteReport['apart']>, questions: number): SuiteTable {
  const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const distinguished = apart.distinguished.map(({ kind, strong, weak }) => [
    `classes parted by ${kind} instances`,
    `${strong.toFixed(1)}, weakly ${weak.toFixed(1)}`,
  ]);
  return {
    title: 'Distinguished by generated instances',
    head: ['what', 'how much'],
    rows: [
      [
        'accidental agreements distinguished',
        `${share(apart.separated, apart.pairs)} (${apart.separated.toFixed(0)} of ${apart.pairs.toFixed(0)} pairs)`,
      ],
      [
        'questions whose right texts fall apart',
        `${share(apart.splitQuestions, questions)} (${apart.splitQuestions.toFixed(1)})`,
      ],
      [
        'texts, results, classes per question',
        [apart.textsPerQuestion, apart.resultsPerQuestion, apart.classesPerQuestion]
          .map((count) => count.toFixed(2))
          .join(', '),
      ],
      ['instances per question', apart.instancesPerQuestion.toFixed(1)],
      [
        'milliseconds per question',
        `median ${apart.millisecondsMedian.toFixed(0)}, 95 % within ${apart.millisecondsP95.toFixed(0)}`,
      ],
      ...distinguished,
    ],
  };
}

export function suiteLines(report: SuiteReport): string[] {
  return suiteTables(report).flatMap(({ title, rows }) => [
    '',
    title,
    ...rows.map(([name = '', ...values]) => `  ${name.padEnd(42)} ${values.map((value) => value.padEnd(8)).join(' ')}`),
  ]);
}
