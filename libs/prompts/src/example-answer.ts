/** The example of an answer in an agent's system prompt, as text; null where there is none. It fits the contract. */
export function exampleAnswer(system: string): string | null {
  return /```json\n([\s\S]*?)\n```/.exec(system)?.[1] ?? null;
}
