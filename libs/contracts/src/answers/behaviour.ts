import { z } from 'zod';
import { cell, columns, id, rows } from './fields.js';

export const INSTANCE_KINDS = ['generated', 'mutated', 'aimed'] as const;
export type InstanceKind = (typeof INSTANCE_KINDS)[number];

/** What only an instance that breaks one distinguishes is weak evidence: real data may never look so. */
export const REGULARITIES = ['not-null', 'unique', 'value-list', 'dependency', 'order', 'case'] as const;
export type Regularity = (typeof REGULARITIES)[number];

const tables = z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.array(z.array(cell)) }));

/** A result on a generated database; an error caused by data counts as a result. */
const probeResult = z.object({ columns, rows, error: z.string().nullable() });

export const behaviourSchema = z.object({
  id: z.string().describe('The same in every attempt in which the class occurs.'),
  representative: id.describe('Representative of the class: its SQL is judged, and may win.'),
  candidates: z.array(id).describe('All valid candidates of the class, duplicates included.'),
  /** Share of the valid candidates, 0–1. */
  share: z.number().min(0).max(1),
  posterior: z.number().min(0).max(1).nullable().describe('How likely the class is right; null if unknown.'),
  unstable: z
    .array(id)
    .optional()
    .describe('Candidates whose result depends on the stored order of rows; absent where there are none.'),
});
export type BehaviourRecord = z.infer<typeof behaviourSchema>;

/** A generated database that distinguished candidates. */
export const suiteInstanceSchema = z.object({
  id: z.string(),
  made: z.enum(INSTANCE_KINDS),
  breaks: z.array(z.enum(REGULARITIES)).describe('Regularities of the real data that it breaks: its split is weak.'),
  tables,
});
export type SuiteInstance = z.infer<typeof suiteInstanceSchema>;

/** A small database on which two candidates differ. */
export const witnessSchema = z.object({
  a: id,
  b: id,
  instance: z.string().describe('The instance of the suite that it was made from.'),
  weak: z
    .boolean()
    .describe('It breaks a regularity of the real data: shown, but classes are not judged separately because of it.'),
  tables,
  resultA: probeResult,
  resultB: probeResult,
});
export type WitnessRecord = z.infer<typeof witnessSchema>;

export const metricWitnessSchema = z.object({
  tables,
  given: cell.describe('What the candidate computes.'),
  defined: cell.describe('What the definition gives.'),
});
export type MetricWitness = z.infer<typeof metricWitnessSchema>;
