import { z } from 'zod';
import { MOST_SQL_CANDIDATES, MOST_TEST_BATCHES } from './bounds.js';
import { LEVELS, isAbove } from './level.js';

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_$#]{0,127}`;
const QUALIFIED = `${NAME}(?:\\.${NAME}){0,2}`;

/**
 * `net_price` or `sales.net_price`: as it is written without quotes. An operator is `operator(sales.+)`, a cast
 * `cast(text as sales.email)`.
 */
const FUNCTION_NAME = new RegExp(
  `^(?:${QUALIFIED}|operator\\((?:${NAME}\\.)?[-+*/<>=~!@#%^&|\`?]{1,63}\\)|cast\\(${QUALIFIED} as ${QUALIFIED}\\))$`,
  'u',
);

/** The name of an extension: `timescaledb`, `uuid-ossp`. */
const EXTENSION_NAME = /^[\p{L}_][\p{L}\p{N}_$-]{0,62}$/u;

/** How many items are shown at most, and how similar (0–1) to the question they are at least. */
const relevance = (defaults: {
  top: number;
  threshold: number;
}): z.ZodDefault<z.ZodObject<{ top: z.ZodDefault<z.ZodInt>; threshold: z.ZodDefault<z.ZodNumber> }, z.core.$strict>> =>
  z
    .strictObject({
      top: z.int().min(0).max(50).default(defaults.top),
      threshold: z.number().min(0).max(1).default(defaults.threshold),
    })
    .default(defaults);

/** Settings of a workspace; a question may override them, some of them only in the safer direction. */
export const settingsSchema = z.strictObject({
  /** A named set of settings: `seeds` is the behaviour of the reference system. What is set beside it takes precedence. */
  preset: z.enum(['default', 'seeds']).default('default'),
  sqlCandidates: z.int().min(1).max(MOST_SQL_CANDIDATES).default(10),
  testBatches: z.int().min(1).max(MOST_TEST_BATCHES).default(5),
  /** Percent of tests that makes a candidate worth a second look (case C) or SILVER. */
  passThreshold: z.number().min(0).max(100).default(90),
  /** Whether SILVER answers are returned; unless set, true where `verdicts` is `weighed` and false where it is `final`. */
  allowSilver: z.boolean().default(true),
  /** Probability (0–1) from which an answer that passes every requirement is GOLD; only where verdicts are weighed. */
  goldConfidence: z.number().min(0).max(1).default(0.6),
  /** Probability (0–1) from which the likeliest answer is SILVER whatever it fails; only where verdicts are weighed. */
  silverConfidence: z.number().min(0).max(1).default(0.3333),
  /** Where no answer is this likely (0–1), the next level is asked; unless set, `silverConfidence`. */
  escalateBelow: z.number().min(0).max(1).default(0.3333),
  bypassEvaluation: z.boolean().default(false),
  treatEmptyResultAsError: z.boolean().default(false),
  /**
   * Whether generators may look at the database with tools before they answer. Where rows are withheld, only a workspace
   * that withholds them itself may turn this on.
   */
  generatorTools: z.boolean().default(false),
  sendRows: z.boolean().default(true),
  maxLevel: z.enum(LEVELS).default('EXPERT'),
  reduceTests: z
    .strictObject({ minBatches: z.int().min(1).max(1000).default(2), minTests: z.int().min(2).max(1000).default(10) })
    .default({ minBatches: 2, minTests: 10 }),
  candidateRetries: z.int().min(0).max(10).default(3),
  /** Mean confidence (0–1) below which a pair of comparisons is a tie. */
  selectionConfidence: z.number().min(0).max(1).default(0.6),
  /** Everything at once, or in waves and by need: what can still change the decision. */
  effort: z.enum(['economical', 'balanced', 'exhaustive']).default('balanced'),
  /** `weighed`: odds of votes, verdicts and comparisons decide, and may overrule a FAIL; `final`: verdicts alone do. */
  verdicts: z.enum(['weighed', 'final']).default('weighed'),
  /** Whether test generators may write reading tests, which name what the question leaves open. */
  readings: z.boolean().default(true),
  /** Which passing results are compared: those between which one comparison can change the choice, or all. */
  compare: z.enum(['open', 'all']).default('open'),
  /** Whether prompts list the schema in one order, or shuffled per call. */
  schemaOrder: z.enum(['fixed', 'shuffled']).default('shuffled'),
  deadlineSeconds: z.int().min(1).max(86_400).default(600),
  maxTokens: z.int().min(1).nullable().default(null),
  /** Model calls of a question, answered ones counted; null: as many as its way takes. */
  maxCalls: z.int().min(1).nullable().default(null),
  maxCostUsd: z.number().positive().nullable().default(null),
  statementTimeoutMs: z.int().min(10).max(600_000).default(10_000),
  maxRows: z.int().min(1).max(100_000).default(1000),
  /** Rows of an export (CSV) at most; a cut is said. */
  maxExportRows: z.int().min(1).max(10_000_000).default(100_000),
  /** What a workspace's questions may come to in a day of UTC; beyond it no further one is taken. Null: no limit. */
  quota: z
    .strictObject({
      questionsPerDay: z.int().min(0).nullable().default(null),
      /** In and out together. */
      tokensPerDay: z.int().min(0).nullable().default(null),
      usdPerDay: z.number().min(0).nullable().default(null),
    })
    .default({ questionsPerDay: null, tokensPerDay: null, usdPerDay: null }),
  /** Seed of every shuffle and coin; null draws one per question, which is then on the record. */
  seed: z.int().min(0).max(4_294_967_295).nullable().default(null),
  /** When generation and test generation stop waiting for their slowest jobs; null waits for all. */
  stragglers: z
    .strictObject({
      /** Share of the stage's jobs (0–1) that must have ended. */
      endedShare: z.number().min(0.1).max(1).default(0.7),
      /** Multiple of the median duration of the ended jobs that must have passed. */
      medianFactor: z.number().min(1).max(100).default(3),
    })
    .nullable()
    .default({ endedShare: 0.7, medianFactor: 3 }),
  /** Which of the workspace's notes a question is shown: the most similar ones. Its own are always shown. */
  relevantEvidence: relevance({ top: 3, threshold: 0 }),
  /** Which gold SQLs a question is shown. */
  relevantGoldSqls: relevance({ top: 5, threshold: 0.15 }),
  /** What judges look at: each class of equal behaviour once, or each distinct SQL. */
  judge: z.enum(['behaviour', 'text']).default('behaviour'),
  /** Generated databases that candidates are told apart on, and the time that this may take. */
  probe: z
    .strictObject({ instances: z.int().min(0).max(200).default(24), seconds: z.number().min(0.1).max(60).default(2) })
    .default({ instances: 24, seconds: 2 }),
  /** Functions of the target database's own schemas that SQL may call, beside the safe built-in ones. */
  allowFunctions: z
    .array(
      z
        .string()
        .regex(
          FUNCTION_NAME,
          'expected the name of a function, with or without its schema, or operator(…) or cast(… as …)',
        ),
    )
    .max(500)
    .default([]),
  /** Extensions of the target database whose functions, operators, casts and types SQL may use as if built in. */
  allowExtensions: z.array(z.string().regex(EXTENSION_NAME, 'expected the name of an extension')).max(100).default([]),
  /** Whether SQL may read the target database's system catalogs. */
  allowSystemCatalogs: z.boolean().default(false),
});
export type Settings = z.infer<typeof settingsSchema>;

export type SettingsPatch = Partial<Settings>;

/** Settings as a caller may send them: any subset. What is left out stays out: zod would fill defaults in otherwise. */
export const settingsPatchSchema = z.strictObject(
  Object.fromEntries(Object.entries(settingsSchema.shape).map(([field, type]) => [field, type.unwrap().optional()])),
) as unknown as z.ZodType<SettingsPatch>;

/** Least and greatest value of a number, by the schema that checks it; null where it has none. */
export function boundsOf(type: z.ZodType): { min: number | null; max: number | null } {
  if (type instanceof z.ZodDefault || type instanceof z.ZodNullable) return boundsOf(type.unwrap() as z.ZodType);
  if (!(type instanceof z.ZodNumber)) return { min: null, max: null };
  const { minValue, maxValue } = type;
  return { min: boundary(minValue), max: boundary(maxValue) };
}

/** Every whole number is a safe one, and no number infinite: that bounds nothing. */
function boundary(value: number | null): number | null {
  return value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
}

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** What each preset sets. */
export const PRESETS = {
  default: {
    effort: 'balanced',
    judge: 'behaviour',
    verdicts: 'weighed',
    readings: true,
    compare: 'open',
    schemaOrder: DEFAULT_SETTINGS.schemaOrder,
    stragglers: DEFAULT_SETTINGS.stragglers,
  },
  seeds: {
    effort: 'exhaustive',
    judge: 'text',
    verdicts: 'final',
    readings: false,
    compare: 'all',
    schemaOrder: 'shuffled',
    stragglers: null,
  },
} as const satisfies Record<Settings['preset'], SettingsPatch>;

/**
 * Complete settings from layers, later ones over earlier ones: defaults, the workspace's, the question's. In each layer
 * its preset comes before its own fields.
 */
export function resolveSettings(...layers: readonly SettingsPatch[]): Settings {
  const stated = layers.reduce<SettingsPatch>((before, layer) => ({ ...before, ...statedBy(layer) }), {});
  const settings = { ...DEFAULT_SETTINGS, ...stated };
  const { allowSilver = settings.verdicts === 'weighed', escalateBelow = settings.silverConfidence } = stated;
  return { ...settings, allowSilver, escalateBelow };
}

function statedBy(layer: SettingsPatch): SettingsPatch {
  const own = Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined));
  return layer.preset === undefined ? own : { ...PRESETS[layer.preset], ...own };
}

/** One field that a question may not set as it did. */
export interface SettingsViolation {
  field: keyof Settings;
  message: string;
}

const loosens: { [Key in keyof Settings]?: (workspace: Settings, question: Settings) => boolean } = {
  sendRows: (workspace, question) => question.sendRows && !workspace.sendRows,
  generatorTools: (workspace, question) =>
    question.generatorTools && !question.sendRows && (workspace.sendRows || !workspace.generatorTools),
  allowSilver: (workspace, question) => question.allowSilver && !workspace.allowSilver,
  goldConfidence: (workspace, question) => question.goldConfidence < workspace.goldConfidence,
  silverConfidence: (workspace, question) => question.silverConfidence < workspace.silverConfidence,
  maxLevel: (workspace, question) => isAbove(question.maxLevel, workspace.maxLevel),
  statementTimeoutMs: (workspace, question) => question.statementTimeoutMs > workspace.statementTimeoutMs,
  maxRows: (workspace, question) => question.maxRows > workspace.maxRows,
  maxExportRows: (workspace, question) => question.maxExportRows > workspace.maxExportRows,
  maxTokens: (workspace, question) => isLooserLimit(workspace.maxTokens, question.maxTokens),
  maxCalls: (workspace, question) => isLooserLimit(workspace.maxCalls, question.maxCalls),
  maxCostUsd: (workspace, question) => isLooserLimit(workspace.maxCostUsd, question.maxCostUsd),
  probe: ({ probe: workspace }, { probe: question }) =>
    question.instances > workspace.instances || question.seconds > workspace.seconds,
  quota: (workspace, question) =>
    (Object.keys(workspace.quota) as (keyof Settings['quota'])[]).some((limit) =>
      isLooserLimit(workspace.quota[limit], question.quota[limit]),
    ),
  allowFunctions: (workspace, question) =>
    question.allowFunctions.some((name) => !workspace.allowFunctions.includes(name)),
  allowExtensions: (workspace, question) =>
    question.allowExtensions.some((name) => !workspace.allowExtensions.includes(name)),
  allowSystemCatalogs: (workspace, question) => question.allowSystemCatalogs && !workspace.allowSystemCatalogs,
};

function isLooserLimit(workspace: number | null, question: number | null): boolean {
  return workspace !== null && (question === null || question > workspace);
}

/**
 * The settings of a question: the workspace's with the question's on top.
 * Fields that may only be tightened and were loosened come back as violations (a 422 at the edge).
 *
 * @param workspacePatch what the workspace sets; what it leaves out takes its default
 */
export function overrideSettings(
  workspacePatch: SettingsPatch,
  patch: SettingsPatch,
): { settings: Settings; violations: SettingsViolation[] } {
  const workspace = resolveSettings(workspacePatch);
  const resolved = resolveSettings(workspacePatch, patch);
  // A default of the question never loosens what the workspace has.
  const allowSilver = patch.allowSilver ?? (resolved.allowSilver && workspace.allowSilver);
  // Tools that a workspace allows while it shows rows are off for a question that withholds them.
  const questionWithholds = workspace.sendRows && !resolved.sendRows;
  const generatorTools = patch.generatorTools ?? (resolved.generatorTools && !questionWithholds);
  const settings: Settings = { ...resolved, allowSilver, generatorTools };
  const violations = (Object.keys(loosens) as (keyof Settings)[])
    .filter((field) => loosens[field]?.(workspace, settings))
    .map((field) => ({
      field,
      message: `may only be tightened: the workspace has ${JSON.stringify(workspace[field])}`,
    }));
  return { settings, violations };
}
