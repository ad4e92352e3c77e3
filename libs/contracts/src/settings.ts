import { z } from 'zod';
import { askerSchema } from './asker.js';
import { MOST_SQL_CANDIDATES, MOST_TEST_BATCHES } from './bounds.js';
import { extensionNames, functionNames } from './allowed-names.js';
import { LEVELS, isAbove } from './level.js';

/** Most items shown, and their least similarity (0–1). */
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

/** Limits per UTC day; null: no limit. */
export const quotaSchema = z.strictObject({
  questionsPerDay: z.int().min(0).nullable().default(null),
  /** In and out. */
  tokensPerDay: z.int().min(0).nullable().default(null),
  usdPerDay: z.number().min(0).nullable().default(null),
});
export type Quota = z.infer<typeof quotaSchema>;

/** Of each person, and of all people of a group together, in all workspaces. */
export interface Quotas {
  person?: Quota | undefined;
  groups: Record<string, Quota>;
}

export const onFinishSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, normalize: true })
    .max(2000)
    .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), 'must not hold a user name or password'),
  /** Whether the record, which may hold row values, is sent. Only a workspace may set it; never with `asker`. */
  values: z.boolean().default(false),
});

/** Links to answers that need no key. */
const linksSchema = z.strictObject({
  /** Origins whose pages may frame them. */
  frames: z
    .array(z.string().regex(/^https?:\/\/[\w.-]+(:\d{1,5})?$/, 'expected an origin such as https://app.example'))
    .max(20)
    .default([]),
});

/** A question may override them, some only in the safer direction. */
export const settingsSchema = z.strictObject({
  /** Base settings: `seeds` reproduces the reference system. Explicit ones take precedence. */
  preset: z.enum(['default', 'seeds']).default('default'),
  sqlCandidates: z.int().min(1).max(MOST_SQL_CANDIDATES).default(10),
  testBatches: z.int().min(1).max(MOST_TEST_BATCHES).default(5),
  /** Least pass rate, in percent, of a near miss (case C) and of a SILVER answer with `final` verdicts. */
  passThreshold: z.number().min(0).max(100).default(90),
  /** Whether SILVER answers are returned; default: true with `weighed` verdicts, false with `final`. */
  allowSilver: z.boolean().default(true),
  /** Least probability (0–1) of a GOLD answer that passes all requirements; weighed verdicts only. */
  goldConfidence: z.number().min(0).max(1).default(0.6),
  /** Least probability (0–1) of a SILVER answer that fails tests; weighed verdicts only. */
  silverConfidence: z.number().min(0).max(1).default(0.3333),
  /** Escalates if no answer is this likely (0–1); default `silverConfidence`. */
  escalateBelow: z.number().min(0).max(1).default(0.3333),
  bypassEvaluation: z.boolean().default(false),
  treatEmptyResultAsError: z.boolean().default(false),
  /** Tools that inspect the database. With `sendRows: false`, only for a workspace that withholds rows itself. */
  generatorTools: z.boolean().default(false),
  sendRows: z.boolean().default(true),
  maxLevel: z.enum(LEVELS).default('EXPERT'),
  reduceTests: z
    .strictObject({ minBatches: z.int().min(1).max(1000).default(2), minTests: z.int().min(2).max(1000).default(10) })
    .default({ minBatches: 2, minTests: 10 }),
  candidateRetries: z.int().min(0).max(10).default(3),
  /** Mean confidence (0–1) below which a comparison is a tie. */
  selectionConfidence: z.number().min(0).max(1).default(0.6),
  /**
   * `exhaustive`: everything at once; `balanced`, `economical`, `quick`: in waves, only what can change the decision;
   * `instant`: a majority of three, untested.
   */
  effort: z.enum(['instant', 'quick', 'economical', 'balanced', 'exhaustive']).default('balanced'),
  /** `weighed`: odds from votes, verdicts and comparisons decide and may overrule a FAIL; `final`: verdicts decide. */
  verdicts: z.enum(['weighed', 'final']).default('weighed'),
  /** Test generators may write reading tests. */
  readings: z.boolean().default(true),
  /** Passing results that are compared; `open`: where a comparison can change the choice; `all`: all. */
  compare: z.enum(['open', 'all']).default('open'),
  /** Schema order for generators: one of three per workspace (cacheable), or shuffled per call. */
  schemaOrder: z.enum(['fixed', 'shuffled']).default('fixed'),
  /** Schema budget of a prompt; doubles with each attempt. */
  schemaTokens: z.int().min(500).max(1_000_000).default(12_000),
  deadlineSeconds: z.int().min(1).max(86_400).default(600),
  maxTokens: z.int().min(1).nullable().default(null),
  /** Answered model calls of a question; null: unlimited. */
  maxCalls: z.int().min(1).nullable().default(null),
  maxCostUsd: z.number().positive().nullable().default(null),
  statementTimeoutMs: z.int().min(10).max(600_000).default(10_000),
  maxRows: z.int().min(1).max(100_000).default(1000),
  /** Rows of an export (CSV); a cut is reported. */
  maxExportRows: z.int().min(1).max(10_000_000).default(100_000),
  /** Limits of a workspace per UTC day; further questions are refused. Null: no limit. */
  quota: quotaSchema.default({ questionsPerDay: null, tokensPerDay: null, usdPerDay: null }),
  /** Seed of all random choices; null draws one per question and records it. */
  seed: z.int().min(0).max(4_294_967_295).nullable().default(null),
  /** When generation and test generation abandon their slowest jobs; null: never. */
  stragglers: z
    .strictObject({
      /** Share of jobs (0–1) that must have ended. */
      endedShare: z.number().min(0.1).max(1).default(0.7),
      /** Multiple of the median duration of ended jobs. */
      medianFactor: z.number().min(1).max(100).default(3),
    })
    .nullable()
    .default({ endedShare: 0.7, medianFactor: 3 }),
  /** Most similar workspace notes in prompts; the question's own are always shown. */
  relevantEvidence: relevance({ top: 3, threshold: 0 }),
  relevantGoldSqls: relevance({ top: 5, threshold: 0.15 }),
  /** `behaviour`: each class of equal behaviour is judged once; `text`: each distinct SQL is. */
  judge: z.enum(['behaviour', 'text']).default('behaviour'),
  /** Generated databases that distinguish candidates, with a time limit. */
  probe: z
    .strictObject({ instances: z.int().min(0).max(200).default(24), seconds: z.number().min(0.1).max(60).default(2) })
    .default({ instances: 24, seconds: 2 }),
  /** Functions of the target's own schemas that SQL may call. */
  allowFunctions: functionNames,
  /** Extensions whose functions, operators, casts and types count as built in. */
  allowExtensions: extensionNames,
  allowSystemCatalogs: z.boolean().default(false),
  /** Only rows that the database shows the asker; null: those of the workspace's role. */
  asker: askerSchema.nullable().default(null),
  /** A signed request when a question has ended; null: none. */
  onFinish: onFinishSchema.nullable().default(null),
  /** Whether answers may be linked; null: no. Only of a workspace. */
  links: linksSchema.nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

export type SettingsPatch = Partial<Settings>;

/** Omitted fields stay omitted; zod would fill in defaults. */
export const settingsPatchSchema = z.strictObject(
  Object.fromEntries(Object.entries(settingsSchema.shape).map(([field, type]) => [field, type.unwrap().optional()])),
) as unknown as z.ZodType<SettingsPatch>;

/** Null: no bound, or not a number. */
export function boundsOf(type: z.ZodType): { min: number | null; max: number | null } {
  if (type instanceof z.ZodDefault || type instanceof z.ZodNullable) return boundsOf(type.unwrap() as z.ZodType);
  if (!(type instanceof z.ZodNumber)) return { min: null, max: null };
  const { minValue, maxValue } = type;
  return { min: boundary(minValue), max: boundary(maxValue) };
}

/** zod bounds integers to safe ones and numbers to finite ones: no real bound. */
function boundary(value: number | null): number | null {
  return value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
}

const SCHEMA_DEFAULTS: Settings = settingsSchema.parse({});

/** In waves, writers of the second moment see the first's tests and repeat few. */
const REDUCE_TESTS_IN_WAVES: Settings['reduceTests'] = { minBatches: 2, minTests: 16 };

export const DEFAULT_SETTINGS: Settings = { ...SCHEMA_DEFAULTS, reduceTests: REDUCE_TESTS_IN_WAVES };

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

/** Defaults, workspace, question. A layer's preset comes before its fields. */
export function resolveSettings(...layers: readonly SettingsPatch[]): Settings {
  const stated = layers.reduce<SettingsPatch>((before, layer) => ({ ...before, ...statedBy(layer) }), {});
  const settings = { ...DEFAULT_SETTINGS, ...stated };
  const inWaves = settings.verdicts === 'weighed' && settings.effort !== 'exhaustive';
  const {
    allowSilver = settings.verdicts === 'weighed',
    escalateBelow = settings.silverConfidence,
    reduceTests = inWaves ? REDUCE_TESTS_IN_WAVES : SCHEMA_DEFAULTS.reduceTests,
  } = stated;
  return { ...settings, allowSilver, escalateBelow, reduceTests };
}

function statedBy(layer: SettingsPatch): SettingsPatch {
  const own = Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined));
  return layer.preset === undefined ? own : { ...PRESETS[layer.preset], ...own };
}

/** Whether values of the target may be kept for all askers. */
export function sharesValues({ sendRows, asker }: Pick<Settings, 'sendRows' | 'asker'>): boolean {
  return sendRows && asker === null;
}

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
  // values go to the workspace's own receiver alone
  onFinish: (workspace, question) =>
    question.onFinish?.values === true && JSON.stringify(question.onFinish) !== JSON.stringify(workspace.onFinish),
  links: (workspace, question) => JSON.stringify(question.links) !== JSON.stringify(workspace.links),
  asker: (workspace, question) => JSON.stringify(question.asker) !== JSON.stringify(workspace.asker),
};

function isLooserLimit(workspace: number | null, question: number | null): boolean {
  return workspace !== null && (question === null || question > workspace);
}

export function contradictions({ effort, allowSilver }: Settings): SettingsViolation[] {
  return effort === 'instant' && !allowSilver
    ? [{ field: 'effort', message: '`instant` answers are SILVER, which `allowSilver: false` excludes' }]
    : [];
}

/**
 * Loosened fields that may only be tightened are violations (422).
 * @param workspacePatch omitted fields take their defaults
 */
export function overrideSettings(
  workspacePatch: SettingsPatch,
  patch: SettingsPatch,
): { settings: Settings; violations: SettingsViolation[] } {
  const workspace = resolveSettings(workspacePatch);
  const resolved = resolveSettings(workspacePatch, patch);
  // A default must not loosen the workspace's setting.
  const allowSilver = patch.allowSilver ?? (resolved.allowSilver && workspace.allowSilver);
  // Tools of a workspace that shows rows are off for a question that withholds them.
  const questionWithholds = workspace.sendRows && !resolved.sendRows;
  const generatorTools = patch.generatorTools ?? (resolved.generatorTools && !questionWithholds);
  const settings: Settings = { ...resolved, allowSilver, generatorTools };
  const violations = (Object.keys(loosens) as (keyof Settings)[])
    .filter((field) => loosens[field]?.(workspace, settings))
    .map((field) => ({
      field,
      message: `may only be tightened: the workspace has ${JSON.stringify(workspace[field])}`,
    }));
  return { settings, violations: [...violations, ...contradictions(settings)] };
}
