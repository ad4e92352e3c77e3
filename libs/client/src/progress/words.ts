import type { DecisionCase, EscalationReason } from '@assay/contracts';
import { count, formatNumber } from './quantities.js';

/** @param reviewed near misses then count as rejected */
export function describeCase(decided: DecisionCase, judged: number, reviewed = false): string {
  if (decided === 'D' && reviewed) {
    return judged === 1
      ? 'the only SQL does not pass every test after review either'
      : `none of ${count(judged, 'SQL')} passes every test after review either`;
  }
  const among = judged === 1 ? ONE : several(judged);
  return among[decided];
}

const ONE: Record<DecisionCase, string> = {
  A: 'the only SQL passes every test',
  B: 'the only SQL passes every test',
  C: 'the only SQL does not pass every test, but comes close',
  D: 'the only SQL does not come close',
};

function several(judged: number): Record<DecisionCase, string> {
  const of = `of ${count(judged, 'SQL')}`;
  return {
    A: `one ${of} passes every test`,
    B: `several ${of} pass every test`,
    C: `none ${of} passes every test, but some come close`,
    D: `none ${of} comes close`,
  };
}

/** Such as `because no SQL passed`. */
export function describeReason(reason: EscalationReason): string {
  return {
    NO_SQL: 'because the models refused or wrote no valid SQL',
    ALL_FAILED: 'because no SQL passed',
    TOO_LITTLE: 'because nothing was certain enough',
  }[reason];
}

/** Such as `3 of 4 SQLs agree`. */
export function describeAgreement({ agreeing, of }: { agreeing: number; of: number }): string {
  return `${formatNumber(agreeing)} of ${count(of, 'SQL')} ${agreeing === 1 ? 'leads' : 'agree'}`;
}
