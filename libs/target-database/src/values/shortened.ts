/** Limit in characters of a text that a target database chooses; it goes into records and prompts. */
export const LONGEST_WORDS = 4000;

export function shortened(text: string): string {
  return text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS)}…` : text;
}
