import type { CallLabels, Level } from '@assay/contracts';
import type { OutputMode } from '@assay/llm';

/** Which model an agent uses at a level. */
export interface ModelChoice {
  model: string;
  /** `reasoning_effort`; null leaves it out. */
  effort: string | null;
}

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
}

/** What calls of models need to know of the configuration. */
export interface ModelSettings {
  /** Null where no endpoint is configured. */
  endpoint: { baseUrl: string; apiKey: string } | null;
  modelFor(agent: CallLabels['agent'], level: Level): ModelChoice | null;
  mode: OutputMode;
  timeoutMs: number;
  prices: Readonly<Record<string, ModelPrice>>;
}

/** What a call cost, US dollars; null where the model's price is not known. */
export function costOf(
  prices: ModelSettings['prices'],
  models: readonly string[],
  tokens: { inputTokens: number; outputTokens: number },
): number | null {
  const price = models.map((model) => prices[model]).find((known) => known !== undefined);
  if (!price) return null;
  return (tokens.inputTokens * price.input + tokens.outputTokens * price.output) / 1_000_000;
}
