/** The answer example of a system prompt; null if absent. It fits the contract. */
export function exampleAnswer(system: string): string | null {
  return /```json\n([\s\S]*?)\n```/.exec(system)?.[1] ?? null;
}
