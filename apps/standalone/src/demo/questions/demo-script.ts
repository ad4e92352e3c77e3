import { LEVELS, MOMENTS, SEVERITIES, STRATEGIES, TRIAL_DECISIONS, settingsPatchSchema } from '@assay/contracts';
import { z } from 'zod';

/** Path of a demo question through the pipeline, from level BASIC. */
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
  /** When test generators propose it. */
  moments: z.array(z.enum(MOMENTS)).nonempty(),
  evidenceCritical: z.literal(true).optional(),
  /** Of a reading test: meanings by id. */
  alternatives: z.record(text, text).optional(),
  wordings: z.array(text).nonempty(),
  passes: text,
  /** Outcome of a trial; default: demanded. */
  trial: trialSchema.optional(),
});

const reviewSchema = z.strictObject({ verdict: z.enum(['OK', 'KO']), severity: z.enum(SEVERITIES), reason: text });

const sqlSchema = z.strictObject({
  /** Empty for a refusal. */
  sql: z.string(),
  /** The same statement with other case, white space or comments. */
  alike: z.array(text).optional(),
  reasoning: text,
  summary: text.optional(),
  validity: z.enum(['valid', 'invalid', 'refusal']).default('valid'),
  right: z.boolean().default(false),
  /** Wrong, but correct by chance on the demo data. */
  agreesToday: z.boolean().default(false),
  fails: z.record(z.string(), text).default({}),
  objects: z.array(text).optional(),
  /** By reading test. */
  takes: z.record(z.string(), text).optional(),
  /** Name used in `choices`, for a SQL with the same result. */
  sameAs: text.optional(),
  /** Reviews of failed tests; default: a confirmed blocking failure. */
  reviews: z.record(z.string(), reviewSchema).optional(),
});

/** The first answer and those to retries; the last repeats. `name#1` is the first text of `alike`. */
const answersSchema = z.tuple([text], text);

/** By strategy, for low, middle and high temperatures. */
const planSchema = z.record(z.enum(STRATEGIES), z.tuple([answersSchema, answersSchema, answersSchema]));

const choiceSchema = z.strictObject({
  /** In either order. */
  between: z.tuple([text, text]),
  /** Name of the better one; `first` for a position-biased judge. */
  winner: text,
  /** By which of `between` is shown first. */
  confidence: z.tuple([z.number(), z.number()]),
  reasoning: text,
});

/** The format of the files in `demo/questions`. */
export const demoScriptSchema = z.strictObject({
  question: text,
  evidence: z.array(text).default([]),
  settings: settingsPatchSchema,
  walks: z.enum(WALKS),
  description: text,
  tests: z.array(testSchema).nonempty(),
  /** By name, as used in `levels` and `choices`. */
  sqls: z.record(z.string(), sqlSchema),
  /** A level without a plan inherits from the next lower one. */
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
