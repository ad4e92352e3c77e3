import type { NumberedTest } from '@assay/contracts';
import { alternativeNamed } from '../judged-tests/read-tests.js';

export const NOT_EVALUATED = { verdict: 'FAIL', reason: 'not evaluated' } as const;

interface GivenVerdict {
  verdict: 'OK' | 'KO';
  reason: string;
  alternative?: string;
}

/** FAIL if missing. On a reading test, PASS with the id of the chosen alternative. */
export function verdictOf(
  givenVerdict: GivenVerdict | undefined,
  { alternatives }: Pick<NumberedTest, 'alternatives'> = {},
): { verdict: 'PASS' | 'FAIL'; reason: string; alternative?: string } {
  if (givenVerdict === undefined) return NOT_EVALUATED;
  const { verdict, reason } = givenVerdict;
  if (alternatives === undefined) return { verdict: verdict === 'OK' ? 'PASS' : 'FAIL', reason };
  const alternative = alternativeNamed(givenVerdict.alternative ?? '', alternatives);
  return alternative === null ? { verdict: 'FAIL', reason } : { verdict: 'PASS', reason, alternative };
}
