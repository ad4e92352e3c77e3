import { LEVELS, type Level, type ModelCaller } from '@assay/contracts';
import { z } from 'zod';

/** How answers are asked for; what an endpoint does not support degrades to the next. */
export const STRUCTURED_OUTPUTS = ['json_schema', 'json_object', 'tools', 'text'] as const;
export type StructuredOutput = (typeof STRUCTURED_OUTPUTS)[number];

/** Reasoning efforts that endpoints know by the name `reasoning_effort`. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** US dollars per million tokens. */
export const pricesSchema = z.record(
  z.string().min(1),
  z.strictObject({ input: z.number().min(0), output: z.number().min(0) }),
);
export type ModelPrices = z.infer<typeof pricesSchema>;

/** Which model an agent calls at a level, and how hard it is to think. */
export interface ModelChoice {
  model: string;
  /** Null: the request says nothing about effort. */
  effort: Effort | null;
  /** US dollars per million tokens; null where no price is known. */
  price: { input: number; output: number } | null;
}

/** An OpenAI-compatible endpoint. */
export interface ModelEndpoint {
  baseUrl: string;
  /** Null for endpoints that ask for none. */
  apiKey: string | null;
}

export interface ModelConfig {
  /** Null: nothing is configured; only the demo's scripted answers are available, where standalone brings them. */
  endpoint: ModelEndpoint | null;
  /** The model of an agent at a level; null where none is configured. */
  modelFor(caller: ModelCaller, level: Level): ModelChoice | null;
  structuredOutput: StructuredOutput;
  /** Limit of one call. */
  timeoutMs: number;
  /** Size of the models' context, in tokens. */
  contextTokens: number;
  prices: ModelPrices;
}

/** Models or efforts by level and by agent, which have no name in common. */
type Choices<Value> = Partial<Record<Level | ModelCaller, Value>>;

/** What the demo's scripted model is asked for, by level. */
export const DEMO_MODELS: Readonly<Record<Level, string>> = {
  BASIC: 'demo-basic',
  ADVANCED: 'demo-advanced',
  EXPERT: 'demo-expert',
};

/** Efforts that hold where nothing is configured for the agent itself: a second look deserves care. */
const DEFAULT_EFFORTS: Partial<Record<ModelCaller, Effort>> = { supervisor: 'high' };

/**
 * Builds the choice of models: an agent's own entry wins over the level's, and a level without one has that of the
 * next lower level.
 */
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
