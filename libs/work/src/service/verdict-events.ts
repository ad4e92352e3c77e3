import type { Id, Judge, NumberedTest, QuestionEvent } from '@assay/contracts';

/** Leaves out verdicts on other tests. */
export function verdictEvents(
  candidate: Id,
  tests: readonly NumberedTest[],
  verdicts: readonly { number: number; verdict: 'PASS' | 'FAIL'; reason: string }[],
  by: Judge,
): QuestionEvent[] {
  const ids = new Map(tests.map((test) => [test.number, test.id]));
  return verdicts.flatMap(({ number, verdict, reason }) => {
    const test = ids.get(number);
    return test === undefined ? [] : [{ type: 'verdict-given' as const, candidate, test, verdict, reason, by }];
  });
}
