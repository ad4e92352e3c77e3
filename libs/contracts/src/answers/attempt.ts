import { z } from 'zod';
import { behaviourSchema, metricWitnessSchema, suiteInstanceSchema, witnessSchema } from './behaviour.js';
import { candidateSchema } from './candidate.js';
import { describedTime as time, failedTest, id, level } from './fields.js';
import { alternativeSchema } from './reading.js';
import {
  CASES,
  CONTESTED_BY,
  ESCALATION_REASONS,
  SEVERITIES,
  TEST_KINDS,
  TEST_MOMENTS,
  TRIAL_DECISIONS,
} from '../record.js';

/** Who gave a verdict; `instances`: generated databases showed it, no model. */
export const judge = z.enum(['evaluator', 'supervisor', 'instances']);
export const verdict = z.enum(['PASS', 'FAIL', 'UNDECIDED']);
const attemptReason = z.enum(ESCALATION_REASONS).nullable();
const rate = z.number().min(0).max(100);

/** What failed at earlier levels, as prompts of this level show it. */
const escalationSchema = z.object({
  failedSqls: z.array(
    z.object({
      level,
      sql: z.string(),
      /** Percent; null for invalid SQL. */
      passRate: rate.nullable(),
      failedTests: z.array(failedTest),
    }),
  ),
  outvoted: z
    .array(z.object({ sql: z.string(), probability: z.number().min(0).max(1) }))
    .optional()
    .describe('SQLs that pass every test and are probably not what was asked, with how likely they are right.'),
  leftOut: z
    .object({
      sqls: z.int(),
      /** Failed tests beyond those of the listed SQLs. */
      tests: z.int(),
    })
    .optional()
    .describe('What the cap on the size leaves out; absent where nothing is left out.'),
});

const testSchema = z.object({
  id,
  /** Null if the test was merged into another. */
  number: z.int().nullable(),
  statement: z.string(),
  evidenceCritical: z.boolean(),
  kind: z.enum(TEST_KINDS).describe('A test that was tried has the kind that the trial gave it.'),
  alternatives: z.array(alternativeSchema).describe('Of a reading test; else none.'),
  contested: z
    .object({ by: z.enum(CONTESTED_BY), decision: z.enum(TRIAL_DECISIONS), reason: z.string() })
    .nullable()
    .describe('Why it was tried, and what came of it; a mistaken one counts for nothing. Null where it was not.'),
  origin: z
    .literal('metric')
    .optional()
    .describe('The definition of a metric that the question asks for; absent where an agent wrote the test.'),
  moment: z.enum(TEST_MOMENTS).describe('`judge`: from a fault that no test covered.'),
  batch: z.int().describe('From 1; 0 where no batch delivered it.'),
  /** The kept duplicate; null if this test is kept. */
  keptAs: id.nullable(),
  duplicates: z.array(id),
});

const selectionSchema = z.object({
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
    z.object({
      candidate: id,
      /** Valid candidates with the same result or behaviour, duplicates included. */
      clusterSize: z.int(),
      frequency: z.int().optional().describe('Valid candidates with this canonical text, duplicates included.'),
      complexity: z.number(),
      wins: z.number(),
    }),
  ),
  leftOut: z.int().optional().describe('Results of passing SQLs beyond the limit of finalists, not compared.'),
});

const waveSchema = z.object({
  ordinal: z.int(),
  candidates: z.int(),
  /** Probability that the leading class stays first, by votes. */
  lead: z.number().min(0).max(1),
  /** No wave followed. */
  stopped: z.boolean(),
  why: z
    .enum(['enough-lead', 'two-alike', 'three-alike', 'all-asked', 'undecided', 'judged', 'in-doubt'])
    .describe(
      'Why generation ended or continued. `in-doubt`: it had ended, but verdicts left no class likely enough; `judged`: these candidates are judged before more are requested.',
    ),
  beforeProbe: z
    .literal(true)
    .optional()
    .describe('Decided by results before the probe had distinguished its candidates; absent otherwise.'),
});

export const attemptSchema = z.object({
  level,
  reason: attemptReason,
  case: z.enum(CASES).nullable(),
  caseBeforeReview: z.literal('C').nullable(),
  passThreshold: rate,
  startedAt: time,
  finishedAt: time.nullable(),
  escalationContext: escalationSchema.nullable(),
  candidates: z.array(candidateSchema),
  waves: z.array(waveSchema).describe('How candidates were requested; empty if all at once.'),
  behaviours: z.array(behaviourSchema).describe('Most votes first; empty if each SQL is judged separately.'),
  suite: z.array(suiteInstanceSchema).describe('Instances that distinguished candidates.'),
  suiteNow: time.optional().describe('Assumed clock of the instances; absent if no SQL reads the clock.'),
  witnesses: z.array(witnessSchema),
  tests: z.array(testSchema),
  verdicts: z.array(
    z.object({
      candidate: id,
      test: id,
      verdict: verdict,
      reason: z.string(),
      severity: z.enum(SEVERITIES).nullable(),
      by: judge,
      overruledBy: z.literal('odds').nullable().describe('What overruled this FAIL; null if nothing did.'),
      alternative: z.string().optional().describe('On a reading test: what the SQL takes; absent where that is none.'),
      witness: metricWitnessSchema
        .optional()
        .describe('Where a metric is computed otherwise than defined: a few rows on which that shows.'),
    }),
  ),
  evaluations: z.array(
    z.object({
      candidate: id,
      by: judge,
      reasoning: z.string(),
      missing: z.array(z.int()),
      extra: z.array(z.int()),
      contradicting: z.array(z.int()),
      reasks: z.int(),
      notDemanded: z.array(z.int()).optional().describe('Tests that the judge considers not demanded; absent if none.'),
      uncovered: z
        .array(z.object({ fault: z.string(), requirement: z.string() }))
        .optional()
        .describe('Faults that no test covers, each with the missing test; absent where there are none.'),
    }),
  ),
  scores: z.array(
    z.object({
      candidate: id,
      by: judge,
      /** Tests with PASS; UNDECIDED counts as neither passed nor failed. */
      passed: z.int(),
      total: z.int(),
      /** Percent, with two decimals. */
      passRate: rate,
      text: z.string(),
    }),
  ),
  comparisons: z.array(
    z.object({ a: id, b: id, shownFirst: id, winner: id.nullable(), confidence: z.number(), reasoning: z.string() }),
  ),
  selection: selectionSchema.nullable(),
  winner: id.nullable(),
});
export type AttemptRecord = z.infer<typeof attemptSchema>;
export type EscalationContext = z.infer<typeof escalationSchema>;
export type FailedSql = EscalationContext['failedSqls'][number];
export type Judge = z.infer<typeof judge>;
export type Selection = z.infer<typeof selectionSchema>;
export type SelectionMethod = Selection['by'];
export type TestRecord = z.infer<typeof testSchema>;
export type WaveRecord = AttemptRecord['waves'][number];
export type Verdict = z.infer<typeof verdict>;
