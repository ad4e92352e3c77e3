import type { AttemptRecord, EscalationRecord } from '@assay/contracts';

const id = (kind: number, index: number): string =>
  `0190${String(kind).padStart(4, '0')}-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** From a real one, at maximum size. */
export function largeRecord(record: EscalationRecord, candidates: number, tests: number): EscalationRecord {
  const [template] = record.attempts;
  if (template === undefined) throw new Error('the record has no attempt');
  return { ...record, attempts: [largeAttempt(template, candidates, tests)], calls: [], events: [] };
}

function largeAttempt(template: AttemptRecord, candidates: number, tests: number): AttemptRecord {
  const [candidate] = template.candidates.filter(({ valid }) => valid);
  const [test] = template.tests.filter(({ number }) => number !== null);
  if (candidate === undefined || test === undefined) throw new Error('the record has nothing to copy');
  const columns = Array.from({ length: candidates }, (_, index) => id(1, index));
  const rows = Array.from({ length: tests }, (_, index) => id(2, index));
  const passes = (column: number, row: number): boolean => (column * 7 + row * 13) % 11 !== 0;
  return {
    ...template,
    candidates: columns.map((own, index) => ({
      ...candidate,
      id: own,
      ordinal: index + 1,
      duplicateOf: null,
      cluster: String(index % 9),
    })),
    tests: rows.map((own, index) => ({
      ...test,
      id: own,
      number: index + 1,
      statement: `Test ${index + 1}: ${test.statement}`,
    })),
    verdicts: columns.flatMap((own, column) =>
      rows.map((row, index) => ({
        candidate: own,
        test: row,
        verdict: passes(column, index) ? ('PASS' as const) : ('FAIL' as const),
        reason: `Reason of SQL ${column + 1} and test ${index + 1}.`,
        severity: null,
        by: 'evaluator' as const,
        overruledBy: null,
      })),
    ),
    evaluations: [],
    scores: columns.map((own, column) => {
      const passed = rows.filter((_, index) => passes(column, index)).length;
      const passRate = (passed / tests) * 100;
      return { candidate: own, by: 'evaluator' as const, passed, total: tests, passRate, text: `SQL #${column + 1}: ` };
    }),
    comparisons: [],
    selection: null,
    winner: columns[0] ?? null,
  };
}
