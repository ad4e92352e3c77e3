import { LEVELS, MOMENTS, SEVERITIES, STRATEGIES, TRIAL_DECISIONS, settingsPatchSchema } from '@assay/contracts';
import { z } from 'zod';

/** The path through the pipeline that a demo question takes, starting at level BASIC. */
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
  /** Of a reading: what else may be meant. */
  otherwise: z.string().default(''),
  reason: text,
});

const testSchema = z.strictObject({
  name: text,
  /** The moments at which test generators propose it. */
  moments: z.array(z.enum(MOMENTS)).nonempty(),
  evidenceCritical: z.literal(true).optional(),
  /** Of a reading test: what may be meant, by id. */
  alternatives: z.record(text, text).optional(),
  /** The same test in different words. */
  wordings: z.array(text).nonempty(),
  /** Why a SQL passes it. */
  passes: text,
  /** What a trial makes of it; without this it is demanded. */
  trial: trialSchema.optional(),
});

const reviewSchema = z.strictObject({ verdict: z.enum(['OK', 'KO']), severity: z.enum(SEVERITIES), reason: text });

const sqlSchema = z.strictObject({
  /** The statement; empty for a refusal. */
  sql: z.string(),
  /** Other texts of the same statement: case, white space, comments. */
  alike: z.array(text).optional(),
  reasoning: text,
  /** What it returns, in plain words. */
  summary: text.optional(),
  /** What the database says to it. */
  validity: z.enum(['valid', 'invalid', 'refusal']).default('valid'),
  /** Whether its result is the right one. */
  right: z.boolean().default(false),
  /** Wrong, and yet it returns what the right one does on the data of the demo: by chance. */
  agreesToday: z.boolean().default(false),
  /** Names of the tests it fails, with the evaluator's reasons. */
  fails: z.record(z.string(), text).default({}),
  /** Names of the tests that its judge holds for not demanded. */
  objects: z.array(text).optional(),
  /** The alternative that it takes on each reading test, by the test's name. */
  takes: z.record(z.string(), text).optional(),
  /** Name of the SQL that `choices` refer to when this one is compared: both return the same. */
  sameAs: text.optional(),
  /** The supervisor's reviews of failed tests; a failed test without one stays failed and blocking. */
  reviews: z.record(z.string(), reviewSchema).optional(),
});

/** First answer, then the answers to each retry message; the last repeats. `name#1` is the first text of `alike`. */
const answersSchema = z.tuple([text], text);

/** Answers by strategy, for low, middle and high temperatures. */
const planSchema = z.record(z.enum(STRATEGIES), z.tuple([answersSchema, answersSchema, answersSchema]));

const choiceSchema = z.strictObject({
  /** The SQLs compared, in either order. */
  between: z.tuple([text, text]),
  /** Name of the better one; `first` for a judge who always prefers what is shown first. */
  winner: text,
  /** When the first of `between` is shown first, and when the second is. */
  confidence: z.tuple([z.number(), z.number()]),
  reasoning: text,
});

/** A demo question with every answer of the demo model: the shape of the files in `demo/questions`. */
export const demoScriptSchema = z.strictObject({
  question: text,
  evidence: z.array(text).default([]),
  settings: settingsPatchSchema,
  walks: z.enum(WALKS),
  /** What this question demonstrates, in a sentence or two. */
  description: text,
  tests: z.array(testSchema).nonempty(),
  /** By name; the names are used in `levels` and `choices`. */
  sqls: z.record(z.string(), sqlSchema),
  /** A level without a plan takes that of the next lower one. */
  levels: z.partialRecord(z.enum(LEVELS), planSchema).and(z.object({ BASIC: planSchema })),
  /** Answers to comparisons, for questions that reach them. */
  choices: z.array(choiceSchema).optional(),
});

/** A demo question with every answer of the demo model; `id` is the name of its file. */
export type DemoScript = z.infer<typeof demoScriptSchema> & { id: string };
export type ScriptedTest = z.infer<typeof testSchema>;
export type ScriptedSql = z.infer<typeof sqlSchema>;
export type ScriptedChoice = z.infer<typeof choiceSchema>;
export type GenerationPlan = z.infer<typeof planSchema>;
export type Answers = z.infer<typeof answersSchema>;

/** A question that the demo model can answer, with what to send along. */
export type DemoQuestion = Pick<DemoScript, 'id' | 'question' | 'evidence' | 'settings' | 'walks' | 'description'>;
