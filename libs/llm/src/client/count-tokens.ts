/** In OpenAI's encoding o200k_base. Loading it takes a second, on the first call. */
export async function countTokens(text: string): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  return encode(text, { allowedSpecial: 'all' }).length;
}
