import type { Id, Judge, NumberedTest } from '@assay/contracts';

/** The `verdict-given` events of a judgement, one per test, in its order. */
export function verdictEvents(
  candidate: Id,
  tests: readonly NumberedTest[],
  verdicts: readonly { number: number; verdict: 'PASS' | 'FAIL'; reason: string }[],
  by: Judge,
): { type: string; body: object }[] {
  const ids = new Map(tests.map((test) => [test.number, test.id]));
  return verdicts.map(({ number, verdict, reason }) => ({
    type: 'verdict-given',
    body: { candidate, test: ids.get(number), verdict, reason, by },
  }));
}
