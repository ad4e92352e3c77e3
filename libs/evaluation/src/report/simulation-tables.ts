import type { SimulationReport, SimulationTable } from '../simulated/simulate.js';
import type { SimulationRow } from '../simulated/simulation-tally.js';
import { escapeMarkdown } from './markdown-text.js';
import { writeFiles } from './write-report.js';

const HEAD = [
  'decided by',
  'EX',
  'suite',
  'FAILED',
  'FAILED, one right',
  'GOLD right',
  'GOLD',
  'calls',
  'in sequence',
  'tokens',
  'confidence',
  'ECE',
  'Brier',
  'constant',
];

export async function writeSimulation(report: SimulationReport, folder: string): Promise<string[]> {
  return writeFiles(folder, {
    'simulation.json': `${JSON.stringify(report, null, 2)}\n`,
    'simulation.md': `${simulationLines(report).join('\n')}\n`,
  });
}

export function simulationLines({ questions, seeds, pools, tables }: SimulationReport): string[] {
  return [
    '# Simulated judges',
    '',
    `${questions} questions, means of ${seeds.length} seeds; percentages of the questions.`,
    ...pools.flatMap(({ name, systems, weights }) => [
      '',
      `- ${name}: ${escapeMarkdown(systems.join(', '))}`,
      `- weights of the odds, if fitted on this pool: \`${JSON.stringify(weights)}\``,
    ]),
    ...tables.flatMap(tableLines),
  ];
}

function tableLines({ pool, reliabilities, correlation, rows, counter }: SimulationTable): string[] {
  const delivered = rows.find(({ curve }) => curve.length > 0);
  return [
    '',
    `## ${pool}: reliability ${reliabilities.join(', then ')}, correlation ${correlation}`,
    '',
    `| ${HEAD.join(' | ')} |`,
    `| ${HEAD.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    ...counter.rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
    `Without anything right: ${counter.questions.toFixed(0)} questions.`,
    ...(delivered === undefined ? [] : curveLines(delivered)),
  ];
}

function curveLines({ name, curve, calibration }: SimulationRow): string[] {
  const points = curve.map(
    ({ confidence, coverage, precision }) => `${confidence}: ${precision?.toFixed(1) ?? '–'} of ${coverage.toFixed(1)}`,
  );
  const bins = (calibration?.bins ?? []).map(
    ({ meanConfidence, accuracy, count }) => `${meanConfidence.toFixed(2)} → ${accuracy.toFixed(2)} (${count})`,
  );
  return [
    '',
    `Precision of coverage by least confidence, ${name}: ${points.join('; ')}.`,
    '',
    `Mean confidence → share right (answers), ${name}: ${bins.join('; ')}.`,
  ];
}

function cells({
  name,
  ex,
  suite,
  failed,
  failedRight,
  gold,
  calls,
  sequential,
  tokens,
  confidence,
  calibration,
}: SimulationRow): string[] {
  const formatted = (value: number | null | undefined, decimals: number): string => value?.toFixed(decimals) ?? '';
  return [
    name,
    formatted(ex, 1),
    formatted(suite, 1),
    formatted(failed, 1),
    formatted(failedRight, 1),
    formatted(gold?.precision, 1),
    formatted(gold?.coverage, 1),
    formatted(calls, 1),
    formatted(sequential, 2),
    formatted(tokens, 0),
    formatted(confidence, 2),
    formatted(calibration?.ece, 3),
    formatted(calibration?.brier, 3),
    formatted(calibration?.constant, 3),
  ];
}
