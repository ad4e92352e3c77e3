import type { Level, ModelCaller, ModelNames, ModelPrices } from '@assay/contracts';

/** If an endpoint refuses one, the next is used. */
export const STRUCTURED_OUTPUTS = ['json_schema', 'json_object', 'tools', 'text'] as const;
export type StructuredOutput = (typeof STRUCTURED_OUTPUTS)[number];

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export interface ModelChoice {
  model: string;
  /** Null: the field is not sent. */
  effort: Effort | null;
}

export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string;
}

/** Values by level or agent, whose names are distinct. */
export type Choices<Value> = Partial<Record<Level | ModelCaller, Value>>;

export interface ModelEnvironment {
  /** `OPENAI_BASE_URL` and `OPENAI_API_KEY` are one: a key is sent to the URL that it was given with. */
  endpoint: ModelEndpoint | null;
  /** The demo's script answers if no endpoint is set. */
  demoUrl: string | null;
  models: ModelNames;
  efforts: Choices<Effort>;
  prices: ModelPrices | null;
  structuredOutput: StructuredOutput;
  timeoutMs: number;
  contextTokens: number;
}

export const DEMO_MODELS: Readonly<Record<Level, string>> = {
  BASIC: 'demo-basic',
  ADVANCED: 'demo-advanced',
  EXPERT: 'demo-expert',
};

/** Only `ASSAY_EFFORT_SUPERVISOR` overrides it: an agent's effort precedes that of a level. */
export const DEFAULT_EFFORTS: Choices<Effort> = { supervisor: 'high' };
