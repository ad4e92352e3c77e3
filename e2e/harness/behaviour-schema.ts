import { z } from 'zod';
import { id, share } from './record-fields.js';

/** Small databases, by table. */
const tables = z.record(
  z.string(),
  z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }),
);
const probeResult = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.unknown())),
  error: z.string().nullable(),
});

/** Equal on every database. */
export const behaviourSchema = z.strictObject({
  id: z.string().min(1),
  representative: id,
  candidates: z.array(id).min(1),
  share: share,
  posterior: share.nullable(),
  // only if present
  unstable: z.array(id).min(1).optional(),
});

/** A distinguishing database. */
export const suiteInstanceSchema = z.strictObject({
  id: z.string().min(1),
  made: z.enum(['generated', 'mutated', 'aimed']),
  breaks: z.array(z.enum(['not-null', 'unique', 'value-list', 'dependency', 'order', 'case'])),
  tables,
});

/** Where two candidates differ. */
export const witnessSchema = z.strictObject({
  a: id,
  b: id,
  instance: z.string().min(1),
  weak: z.boolean(),
  tables,
  resultA: probeResult,
  resultB: probeResult,
});

/** Where a metric differs. */
export const metricWitnessSchema = z.strictObject({ tables, given: z.unknown(), defined: z.unknown() });
