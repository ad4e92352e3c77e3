import { LEVELS, type Level, type ModelCaller } from '@assay/contracts';
import { z } from 'zod';

/** Ordered: an endpoint that does not support one falls back to the next. */
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
  /** Null: not configured; only the demo's scripted model may be available. */
  endpoint: ModelEndpoint | null;
  modelFor(caller: ModelCaller, level: Level): ModelChoice | null;
  structuredOutput: StructuredOutput;
  timeoutMs: number;
  /** In tokens. */
  contextTokens: number;
  prices: ModelPrices;
}

/** Keyed by level or agent; their names do not overlap. */
type Choices<Value> = Partial<Record<Level | ModelCaller, Value>>;

export const DEMO_MODELS: Readonly<Record<Level, string>> = {
  BASIC: 'demo-basic',
  ADVANCED: 'demo-advanced',
  EXPERT: 'demo-expert',
};

/** Defaults of agents without configuration: the supervisor's review needs care. */
const DEFAULT_EFFORTS: Partial<Record<ModelCaller, Effort>> = { supervisor: 'high' };

/** An agent's entry overrides the level's; a missing level inherits from the next lower one. */
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
