import { count, formatPercent, hanging, judgedCandidates, oneLine, renderTable } from '@assay/client';
import type { AttemptRecord, Id, WitnessRecord } from '@assay/contracts';
import type { RecordView } from './record-view.js';

export function describeBehaviours(attempt: AttemptRecord, view: RecordView): string[] {
  const numbers = new Map(judgedCandidates(attempt).map(({ id }, index) => [id, index + 1]));
  const nameOf = (candidate: Id): string => `SQL #${numbers.get(candidate) ?? '?'}`;
  const classes = attempt.behaviours.flatMap(({ representative, candidates, share, unstable = [] }) => {
    const others = candidates.filter((id) => id !== representative && numbers.has(id)).map(nameOf);
    const text = [
      ...(others.length === 0 ? [] : [`represents ${others.join(', ')}`]),
      `${count(candidates.length, 'candidate')}, ${formatPercent(share * 100)}`,
      ...(unstable.length === 0 ? [] : ['depends on the stored order of rows']),
    ].join(' · ');
    return hanging(`  behaviour of ${nameOf(representative)}: `, text, view.width);
  });
  return [...classes, ...attempt.witnesses.flatMap((witness) => describeWitness(witness, nameOf, view))];
}

function describeWitness(witness: WitnessRecord, nameOf: (candidate: Id) => string, view: RecordView): string[] {
  const { a, b, weak, tables, resultA, resultB } = witness;
  const unlike = weak ? ', which breaks a rule of the real data' : '';
  const results: [Id, WitnessRecord['resultA']][] = [
    [a, resultA],
    [b, resultB],
  ];
  return [
    ...hanging('  ', `${nameOf(a)} and ${nameOf(b)} differ on this generated database${unlike}:`, view.width),
    ...Object.entries(tables).flatMap(([name, { columns, rows }]) => [
      `    ${oneLine(name)}`,
      ...indented(
        renderTable(
          columns.map((column) => ({ name: column })),
          rows,
          { width: Math.max(1, view.width - 6), paint: view.paint },
        ),
      ),
    ]),
    ...results.flatMap(([candidate, { columns, rows, error }]) =>
      error === null && rows.length > 0
        ? [
            `    ${nameOf(candidate)} returns`,
            ...indented(renderTable(columns, rows, { width: Math.max(1, view.width - 6), paint: view.paint })),
          ]
        : hanging(
            `    ${nameOf(candidate)} `,
            error === null ? 'returns no rows' : `fails: ${oneLine(error)}`,
            view.width,
          ),
    ),
  ];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `      ${line}`);
}
