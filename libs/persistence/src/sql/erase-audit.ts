import { prepared } from '../prepared.js';

export const eraseAudit = prepared<[days: number, limit: number], { erased: number }>({
  name: 'erase_audit',
  text: 'select assay.erase_audit($1, $2) as erased',
}).value((row) => row?.erased ?? 0);
