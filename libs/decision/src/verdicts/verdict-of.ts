/** Verdict on a test that a judge never answered, however often asked. */
export const NOT_EVALUATED = { verdict: 'FAIL', reason: 'not evaluated' } as const;

/** The record's verdict for what a judge said of a test in its own words; FAIL where it said nothing. */
export function verdictOf(said: { verdict: 'OK' | 'KO'; reason: string } | undefined): {
  verdict: 'PASS' | 'FAIL';
  reason: string;
} {
  if (said === undefined) return NOT_EVALUATED;
  return { verdict: said.verdict === 'OK' ? 'PASS' : 'FAIL', reason: said.reason };
}
