import type { CallLabels, Level } from '@assay/contracts';
import type { OutputMode } from '@assay/llm';

export interface ModelChoice {
  model: string;
  /** `reasoning_effort`; null omits it. */
  effort: string | null;
}

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
}

/** Model configuration. */
export interface ModelSettings {
  /** Null if not configured. */
  endpoint: { baseUrl: string; apiKey: string } | null;
  modelFor(agent: CallLabels['agent'], level: Level): ModelChoice | null;
  mode: OutputMode;
  timeoutMs: number;
  prices: Readonly<Record<string, ModelPrice>>;
}

/** Cost in US dollars; null if the price is unknown. */
export function costOf(
  prices: ModelSettings['prices'],
  models: readonly string[],
  tokens: { inputTokens: number; outputTokens: number },
): number | null {
  const price = models.map((model) => prices[model]).find((known) => known !== undefined);
  if (!price) return null;
  return (tokens.inputTokens * price.input + tokens.outputTokens * price.output) / 1_000_000;
}
