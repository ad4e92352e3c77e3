import { z } from 'zod';
import { LEVELS } from '../level.js';
import { MODEL_CALLERS } from '../services.js';

const dollars = z.number().min(0).max(1_000_000);
const modelName = z.string().min(1).max(200);

/** US dollars per million tokens, by model; `cachedInput` and `cacheWrite` default to `input`. */
export const modelPricesSchema = z.record(
  modelName,
  z.strictObject({ input: dollars, output: dollars, cachedInput: dollars.optional(), cacheWrite: dollars.optional() }),
);
export type ModelPrices = z.infer<typeof modelPricesSchema>;

/** Levels, and agents, whose model overrides their level's. */
export const MODEL_PLACES = [...LEVELS, ...MODEL_CALLERS] as const;
export type ModelPlace = (typeof MODEL_PLACES)[number];

const places = z.enum(MODEL_PLACES);

export const modelNamesSchema = z.partialRecord(places, modelName);
export type ModelNames = z.infer<typeof modelNamesSchema>;

/** What admins have stored; variables of the environment take precedence. */
export interface StoredModels {
  url: string | null;
  /** Encrypted; it can be used with this `url` only. */
  key: string | null;
  models: ModelNames;
  prices: ModelPrices;
}

const origin = {
  source: z
    .enum(['environment', 'settings', 'none'])
    .describe('`environment`: the variable fixes it, and it cannot be changed here.'),
  variable: z.string().describe('The environment variable that fixes it if set.'),
};

const modelSetting = z.object({ value: z.string().nullable(), ...origin });
export type ModelSetting = z.infer<typeof modelSetting>;

/** The models of Assay and where each part is set; never the key. */
export const modelsSchema = z.object({
  url: modelSetting,
  key: z.object({ isSet: z.boolean(), ...origin }),
  models: z.record(places, modelSetting),
  prices: z.object({ value: modelPricesSchema, ...origin }),
  problem: z.string().nullable().describe('Why the stored key cannot be used.'),
});
export type ModelsView = z.infer<typeof modelsSchema>;

export const modelTrialSchema = z.object({
  model: z.string(),
  answers: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why there is no answer.'),
  structuredOutput: z.enum(['json_schema', 'json_object', 'tools', 'none']),
  tools: z.boolean(),
  streaming: z.boolean(),
  cachedTokens: z.boolean().describe('Whether it reports tokens read from its cache.'),
  latencyMs: z.int().nullable().describe('Of the first answer.'),
});
export type ModelTrial = z.infer<typeof modelTrialSchema>;
