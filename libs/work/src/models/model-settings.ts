import type { CallLabels, Level, ModelPrices } from '@assay/contracts';
import type { Completion, OutputMode } from '@assay/llm';

export interface ModelChoice {
  model: string;
  /** `reasoning_effort`; null omits it. */
  effort: string | null;
}

export interface ModelSettings {
  /** Null if not configured. */
  endpoint: { baseUrl: string; apiKey: string } | null;
  /** Null: no model is configured. */
  modelFor(agent: CallLabels['agent'], level: Level): ModelChoice | null;
  /** Why the configured endpoint cannot be used; null or absent: it can. */
  problem?: string | null;
  /** Reads settings that may have changed; afterwards they are at most `maxAgeMs` old. */
  refresh?(maxAgeMs: number): Promise<void>;
  structuredOutput: OutputMode;
  timeoutMs: number;
  prices: ModelPrices;
}

/** Cost in US dollars; null if the price is unknown. @param models names of the model; the first with a price counts */
export function costOf(
  prices: ModelSettings['prices'],
  models: readonly string[],
  tokens: Pick<Completion, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cacheWriteTokens'>,
): number | null {
  const price = models.map((model) => prices[model]).find((known) => known !== undefined);
  if (!price) return null;
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = tokens;
  const { input, output, cachedInput = input, cacheWrite = input } = price;
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const dollars = fresh * input + cachedTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output;
  return dollars / 1_000_000;
}
