import type { NumberedTest } from '@assay/contracts';
import { alternativeNamed } from '../judged-tests/read-tests.js';

/** Verdict on a test that was never answered. */
export const NOT_EVALUATED = { verdict: 'FAIL', reason: 'not evaluated' } as const;

/** A judge's answer on a test. */
interface Said {
  verdict: 'OK' | 'KO';
  reason: string;
  /** For a reading test: the choice; empty for none. */
  alternative?: string;
}

/** The verdict of a judge's answer; FAIL if missing. On a reading test, PASS with the id of the chosen alternative. */
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
