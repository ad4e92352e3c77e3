import { LEVELS, MOMENTS, SEVERITIES, STRATEGIES, TRIAL_DECISIONS, settingsPatchSchema } from '@assay/contracts';
import { z } from 'zod';

const WALKS = [
  'A',
  'B',
  'C→A',
  'C→D→escalation',
  'D→C→D→escalation',
  'no SQL→escalation',
  'trial→B',
  'FAILED',
] as const;

const text = z.string().min(1);

const trialSchema = z.strictObject({
  decision: z.enum(TRIAL_DECISIONS),
  /** The alternative meaning of a reading. */
  otherwise: z.string().default(''),
  reason: text,
});

const testSchema = z.strictObject({
  name: text,
  moments: z.array(z.enum(MOMENTS)).nonempty(),
  evidenceCritical: z.literal(true).optional(),
  /** For a reading test: meanings by id. */
  alternatives: z.record(text, text).optional(),
  wordings: z.array(text).nonempty(),
  passes: text,
  /** Default: demanded. */
  trial: trialSchema.optional(),
});

const reviewSchema = z.strictObject({ verdict: z.enum(['OK', 'KO']), severity: z.enum(SEVERITIES), reason: text });

const sqlSchema = z.strictObject({
  sql: z.string(),
  /** Same statement, formatted otherwise. */
  alike: z.array(text).optional(),
  reasoning: text,
  summary: text.optional(),
  validity: z.enum(['valid', 'invalid', 'refusal']).default('valid'),
  right: z.boolean().default(false),
  /** Wrong, but right by chance on the demo data. */
  agreesToday: z.boolean().default(false),
  fails: z.record(z.string(), text).default({}),
  objects: z.array(text).optional(),
  /** By reading test. */
  takes: z.record(z.string(), text).optional(),
  /** Name in `choices`, for equal results. */
  sameAs: text.optional(),
  /** Default: a confirmed blocking failure. */
  reviews: z.record(z.string(), reviewSchema).optional(),
});

/** First answer, then retries; the last repeats. `name#1`: first text of `alike`. */
const answersSchema = z.tuple([text], text);

/** By strategy; low, middle, high temperature. */
const planSchema = z.record(z.enum(STRATEGIES), z.tuple([answersSchema, answersSchema, answersSchema]));

const choiceSchema = z.strictObject({
  /** In either order. */
  between: z.tuple([text, text]),
  /** `first` for a position-biased judge. */
  winner: text,
  /** For each of the two shown first. */
  confidence: z.tuple([z.number(), z.number()]),
  reasoning: text,
});

export const demoScriptSchema = z.strictObject({
  question: text,
  evidence: z.array(text).default([]),
  settings: settingsPatchSchema,
  walks: z.enum(WALKS),
  description: text,
  tests: z.array(testSchema).nonempty(),
  /** By name. */
  sqls: z.record(z.string(), sqlSchema),
  /** Levels without a plan inherit from below. */
  levels: z.partialRecord(z.enum(LEVELS), planSchema).and(z.object({ BASIC: planSchema })),
  choices: z.array(choiceSchema).optional(),
});

/** `id` is the file's name. */
export type DemoScript = z.infer<typeof demoScriptSchema> & { id: string };
export type ScriptedTest = z.infer<typeof testSchema>;
export type ScriptedSql = z.infer<typeof sqlSchema>;
export type ScriptedChoice = z.infer<typeof choiceSchema>;
export type GenerationPlan = z.infer<typeof planSchema>;
export type Answers = z.infer<typeof answersSchema>;

export type DemoQuestion = Pick<DemoScript, 'id' | 'question' | 'evidence' | 'settings' | 'walks' | 'description'>;
