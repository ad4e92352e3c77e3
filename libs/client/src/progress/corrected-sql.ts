import type { EscalationRecord } from '@assay/contracts';

/** SQL of a person that answers in place of the winner, as the API decides; null if there is none. */
export function correctedSql({ status, corrections, settlements, result }: EscalationRecord): string | null {
  const newest = corrections.findLast(({ sql }) => sql !== null);
  if (!newest?.goldSql || (settlements.at(-1)?.id ?? '') > newest.id) return null;
  const bare = (sql: string | null | undefined): string | undefined => sql?.replace(/^[\s;]+|[\s;]+$/g, '');
  return status !== 'FAILED' && bare(newest.sql) === bare(result?.sqlList[0]?.sql) ? null : newest.sql;
}

/** Whether the API has rows of it. */
export function hasRows(record: EscalationRecord): boolean {
  return record.status === 'GOLD' || record.status === 'SILVER' || correctedSql(record) !== null;
}
