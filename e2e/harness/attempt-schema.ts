import { z } from 'zod';
import { behaviourSchema, metricWitnessSchema, suiteInstanceSchema, witnessSchema } from './behaviour-schema.js';
import { candidateSchema } from './candidate-schema.js';
import {
  caseName,
  count,
  escalationReason,
  failedTests,
  id,
  judge,
  level,
  moment,
  percent,
  share,
  time,
  trialDecision,
  verdict,
} from './record-fields.js';

/** What was done at one level. */
export const attemptSchema = z.strictObject({
  level,
  reason: escalationReason.nullable(),
  case: caseName.nullable(),
  caseBeforeReview: z.literal('C').nullable(),
  passThreshold: percent,
  startedAt: time,
  finishedAt: time.nullable(),
  escalationContext: z
    .strictObject({
      failedSqls: z.array(z.strictObject({ level, sql: z.string(), passRate: percent.nullable(), failedTests })),
      // if the cap left something out
      outvoted: z.array(z.strictObject({ sql: z.string().min(1), probability: z.number().min(0).max(1) })).optional(),
      leftOut: z.strictObject({ sqls: count, tests: count }).optional(),
    })
    .nullable(),
  candidates: z.array(candidateSchema),
  waves: z.array(
    z.strictObject({
      ordinal: z.int().min(1),
      candidates: z.int().min(1),
      lead: share,
      stopped: z.boolean(),
      why: z.enum(['enough-lead', 'two-alike', 'three-alike', 'all-asked', 'undecided', 'judged', 'in-doubt']),
      beforeProbe: z.literal(true).optional(),
    }),
  ),
  behaviours: z.array(behaviourSchema),
  suite: z.array(suiteInstanceSchema),
  suiteNow: time.optional(),
  witnesses: z.array(witnessSchema),
  tests: z.array(
    z.strictObject({
      id,
      number: z.int().min(1).nullable(),
      statement: z.string().min(1),
      evidenceCritical: z.boolean(),
      kind: z.enum(['requirement', 'reading']),
      // none on a requirement
      alternatives: z.array(z.strictObject({ id: z.string().min(1), meaning: z.string().min(1) })),
      contested: z
        .strictObject({
          by: z.enum(['objection', 'kinds', 'leader-fails', 'uncovered']),
          decision: trialDecision,
          reason: z.string(),
        })
        .nullable(),
      // for metric tests
      origin: z.literal('metric').optional(),
      moment: z.union([moment, z.literal('judge')]),
      batch: z.int().min(0),
      keptAs: id.nullable(),
      duplicates: z.array(id),
    }),
  ),
  verdicts: z.array(
    z.strictObject({
      candidate: id,
      test: id,
      verdict,
      reason: z.string(),
      severity: z.enum(['blocking', 'minor', 'none']).nullable(),
      by: judge,
      overruledBy: z.literal('odds').nullable(),
      // for reading tests
      alternative: z.string().min(1).optional(),
      // if a metric differs
      witness: metricWitnessSchema.optional(),
    }),
  ),
  evaluations: z.array(
    z.strictObject({
      candidate: id,
      by: judge,
      reasoning: z.string(),
      missing: z.array(z.int()),
      extra: z.array(z.int()),
      contradicting: z.array(z.int()),
      reasks: z.int().min(0).max(2),
      // only where a judge objects
      notDemanded: z.array(z.int()).min(1).optional(),
      uncovered: z
        .array(z.strictObject({ fault: z.string(), requirement: z.string() }))
        .min(1)
        .optional(),
    }),
  ),
  scores: z.array(
    z.strictObject({
      candidate: id,
      by: judge,
      passed: count,
      total: count,
      passRate: percent,
      text: z.string().regex(/^SQL #\d+: /),
    }),
  ),
  comparisons: z.array(
    z.strictObject({
      a: id,
      b: id,
      shownFirst: id,
      winner: id.nullable(),
      confidence: share,
      reasoning: z.string(),
    }),
  ),
  selection: z
    .strictObject({
      by: z.enum([
        'only-passer',
        'single-result',
        'judge',
        'cluster',
        'frequent',
        'simplest',
        'coin',
        'posterior',
        'silver',
        'bypass',
        'settled',
        'known',
      ]),
      finalists: z.array(
        z.strictObject({
          candidate: id,
          clusterSize: z.int().min(1),
          frequency: z.int().min(1).optional(),
          complexity: z.number().min(0),
          wins: count,
        }),
      ),
      // if results exceed the finalists
      leftOut: z.int().min(1).optional(),
    })
    .nullable(),
  winner: id.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;
