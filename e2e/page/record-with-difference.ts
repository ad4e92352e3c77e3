import type { EscalationRecord, WitnessRecord } from '@assay/contracts';

/** Its first two SQLs differ on an order with two refunds, independent of the prober's time. */
export function recordWithDifference(record: EscalationRecord): EscalationRecord {
  const [attempt, ...others] = record.attempts;
  const [one, two] = attempt?.candidates.filter(({ valid, duplicateOf }) => valid && duplicateOf === null) ?? [];
  if (attempt === undefined || one === undefined || two === undefined) throw new Error('the record has no two SQLs');
  const classOf = (id: string): string => (id === two.id ? 'apart' : 'together');
  const candidates = attempt.candidates.map((candidate) =>
    candidate.valid ? { ...candidate, behaviour: classOf(candidate.duplicateOf ?? candidate.id) } : candidate,
  );
  const behaviours = ['together', 'apart'].map((id) => {
    const own = candidates.filter(({ behaviour }) => behaviour === id).map((candidate) => candidate.id);
    const representative = id === 'apart' ? two.id : one.id;
    return { id, representative, candidates: own, share: own.length / candidates.length, posterior: null };
  });
  const distinguished = { ...attempt, candidates, behaviours, witnesses: [witnessOf(one.id, two.id)] };
  return { ...record, attempts: [distinguished, ...others] };
}

function witnessOf(a: string, b: string): WitnessRecord {
  const columns = [{ name: 'refunded_orders', type: 'int8' }];
  return {
    a,
    b,
    instance: 'invented',
    weak: false,
    tables: {
      sales_order: { columns: ['id', 'customer_id', 'ordered_at'], rows: [[1, 1, '2024-01-05T10:00:00Z']] },
      payment: {
        columns: ['id', 'order_id', 'kind', 'amount', 'paid_at'],
        rows: [
          [1, 1, 'refund', '4.00', '2024-01-06T10:00:00Z'],
          [2, 1, 'refund', '5.00', '2024-01-07T10:00:00Z'],
        ],
      },
    },
    resultA: { columns, rows: [[1]], error: null },
    resultB: { columns, rows: [[2]], error: null },
  };
}
