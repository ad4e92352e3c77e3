import type { Cell } from '@assay/contracts';
import type { InternalRead } from './session.js';
import { targetFault } from './target-faults.js';

/** @throws InfrastructureError TARGET_OVERLOADED if rows are missing */
export function wholeRows({ rows, cut }: { rows: Cell[][]; cut: boolean }, { isWhole }: InternalRead): Cell[][] {
  if (cut && isWhole === true) throw targetFault('TARGET_OVERLOADED');
  return rows;
}
