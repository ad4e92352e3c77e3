import type { AttemptRecord, WaveRecord } from '@assay/contracts';
import { count, formatPercent } from './quantities.js';

const WHY: Record<WaveRecord['why'], string> = {
  'enough-lead': 'enough to stop',
  'two-alike': 'two alike are judged',
  'three-alike': 'three alike are enough',
  'all-asked': 'all have been asked for',
  undecided: 'more were asked for',
  judged: 'these were judged before more are asked for',
  'in-doubt': 'verdicts left the leader in doubt, and more were asked for',
};

export function describeWaves({ waves }: Pick<AttemptRecord, 'waves'>): string[] {
  return waves.map(
    ({ ordinal, candidates, lead, why }) =>
      `Wave ${ordinal}: ${count(candidates, 'candidate')}; the leader stays in the lead with ${formatPercent(100 * lead)}: ${WHY[why]}.`,
  );
}
