import type { NumberedTest } from '@assay/contracts';
import { alternativeNamed } from '../judged-tests/read-tests.js';

/** Verdict on a test that a judge never answered, however often asked. */
export const NOT_EVALUATED = { verdict: 'FAIL', reason: 'not evaluated' } as const;

/** What a judge said of a test in its own words. */
interface Said {
  verdict: 'OK' | 'KO';
  reason: string;
  /** On a reading test: what the SQL takes; empty for none. */
  alternative?: string;
}

/**
 * The record's verdict for what a judge said of a test; FAIL where it said nothing. On a reading test it is PASS where the
 * SQL takes one of the alternatives, with its id.
 */
export function verdictOf(
  said: Said | undefined,
  { alternatives }: Pick<NumberedTest, 'alternatives'> = {},
): { verdict: 'PASS' | 'FAIL'; reason: string; alternative?: string } {
  if (said === undefined) return NOT_EVALUATED;
  const { verdict, reason } = said;
  if (alternatives === undefined) return { verdict: verdict === 'OK' ? 'PASS' : 'FAIL', reason };
  const alternative = alternativeNamed(said.alternative ?? '', alternatives);
  return alternative === null ? { verdict: 'FAIL', reason } : { verdict: 'PASS', reason, alternative };
}
