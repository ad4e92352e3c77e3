import { LEVELS, type Level, type ModelCaller } from '@assay/contracts';
import { z } from 'zod';

/** Ordered fallbacks. */
export const STRUCTURED_OUTPUTS = ['json_schema', 'json_object', 'tools', 'text'] as const;
export type StructuredOutput = (typeof STRUCTURED_OUTPUTS)[number];

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export const pricesSchema = z.record(
  z.string().min(1),
  z.strictObject({ input: z.number().min(0), output: z.number().min(0) }),
);
export type ModelPrices = z.infer<typeof pricesSchema>;

export interface ModelChoice {
  model: string;
  /** Null: the field is not sent. */
  effort: Effort | null;
  /** US dollars per million tokens. */
  price: { input: number; output: number } | null;
}

export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | null;
}

export interface ModelConfig {
  /** Null: at most the demo's model. */
  endpoint: ModelEndpoint | null;
  modelFor(caller: ModelCaller, level: Level): ModelChoice | null;
  structuredOutput: StructuredOutput;
  timeoutMs: number;
  /** In tokens. */
  contextTokens: number;
  prices: ModelPrices;
}

/** Levels and agents have distinct names. */
type Choices<Value> = Partial<Record<Level | ModelCaller, Value>>;

export const DEMO_MODELS: Readonly<Record<Level, string>> = {
  BASIC: 'demo-basic',
  ADVANCED: 'demo-advanced',
  EXPERT: 'demo-expert',
};

/** The supervisor needs care. */
const DEFAULT_EFFORTS: Partial<Record<ModelCaller, Effort>> = { supervisor: 'high' };

/** Agent before level; missing levels inherit from below. */
export function chooseModels(
  endpoint: ModelEndpoint | null,
  models: Choices<string>,
  efforts: Choices<Effort>,
  prices: ModelPrices,
): ModelConfig['modelFor'] {
  const effective: Choices<Effort> = { ...DEFAULT_EFFORTS, ...efforts };
  return (caller, level) => {
    const model = endpoint === null ? null : choose(models, caller, level);
    if (model === null) return null;
    return { model, effort: choose(effective, caller, level), price: prices[model] ?? null };
  };
}

function choose<Value>(choices: Choices<Value>, caller: ModelCaller, level: Level): Value | null {
  const downwards = LEVELS.slice(0, LEVELS.indexOf(level) + 1).reverse();
  const name = [caller, ...downwards].find((each) => choices[each] !== undefined);
  return (name && choices[name]) ?? null;
}
