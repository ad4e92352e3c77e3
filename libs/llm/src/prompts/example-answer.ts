export function exampleAnswer(system: string): string | null {
  return /```json\n([\s\S]*?)\n```/.exec(system)?.[1] ?? null;
}
