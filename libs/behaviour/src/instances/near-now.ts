import type { InstanceValue } from './instance.js';
import type { ColumnModel } from './table-model.js';

/** Clock conditions usually count days, months or years. */
const STEPS: readonly (readonly [months: number, days: number])[] = [
  [0, 0],
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-12, 0],
  [12, 0],
];

/** In the column's format; empty without dates. */
export function valuesNearNow({ kind, profile }: ColumnModel, now: Date): InstanceValue[] {
  const written = kind === 'text' ? profile?.pattern : kind;
  if (written !== 'date' && written !== 'datetime') return [];
  return STEPS.map(([months, days]) => {
    const moment = withDay(now, now.getUTCMonth() + months, now.getUTCDate());
    moment.setUTCDate(moment.getUTCDate() + days);
    const text = moment.toISOString().replace('T', ' ');
    return text.slice(0, written === 'date' ? 10 : 19);
  });
}

function withDay(now: Date, month: number, day: number): Date {
  const last = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moment = new Date(now);
  moment.setUTCMonth(month, Math.min(day, last));
  return moment;
}
