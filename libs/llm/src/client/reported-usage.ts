import { isJsonObject } from '../json-schema.js';

/** Null or absent where the endpoint does not say. */
export interface ReportedUsage {
  /** All input tokens, those read from and written to a cache included. */
  input: number | null;
  output: number | null;
  cachedTokens?: number;
  cacheWriteTokens?: number;
}

/**
 * Reads `usage` as OpenAI, DeepSeek (`prompt_cache_hit_tokens`), Gemini (`cachedContentTokenCount`), Moonshot
 * (`cached_tokens`) and Anthropic (`cache_…_input_tokens`) write it, also through gateways.
 */
export function reportedUsage(usage: unknown): ReportedUsage {
  const fields = isJsonObject(usage) ? usage : {};
  const details = [fields.prompt_tokens_details, fields.input_tokens_details].find(isJsonObject) ?? {};
  const cached = most(
    details.cached_tokens,
    fields.prompt_cache_hit_tokens,
    fields.cache_read_input_tokens,
    fields.cached_tokens,
    fields.cachedContentTokenCount,
    fields.cached_content_token_count,
  );
  const written = first(
    details.cache_write_tokens,
    details.cache_creation_tokens,
    fields.cache_creation_input_tokens,
    fields.cache_write_tokens,
  );
  const input = first(fields.prompt_tokens, fields.input_tokens);
  return {
    input: input === null ? null : wholeInput(fields, input, (cached ?? 0) + (written ?? 0)),
    output: first(fields.completion_tokens, fields.output_tokens),
    ...(cached !== null && { cachedTokens: cached }),
    ...(written !== null && { cacheWriteTokens: written }),
  };
}

/** Anthropic counts tokens of the cache beside its `input_tokens`; everybody else within the input. */
function wholeInput(fields: Record<string, unknown>, input: number, ofCache: number): number {
  const isAnthropic = 'cache_read_input_tokens' in fields || 'cache_creation_input_tokens' in fields;
  const isReportedBeside = (isAnthropic && !('prompt_tokens' in fields)) || ofCache > input;
  return isReportedBeside ? input + ofCache : input;
}

function first(...values: unknown[]): number | null {
  return counts(values)[0] ?? null;
}

function most(...values: unknown[]): number | null {
  const stated = counts(values);
  return stated.length === 0 ? null : Math.max(...stated);
}

function counts(values: unknown[]): number[] {
  const stated = values.filter(
    (each): each is number => typeof each === 'number' && Number.isFinite(each) && each >= 0,
  );
  return stated.map(Math.round);
}
