export function conformanceOf(
  words: readonly string[],
): { dialect: string | null; url: string | null; parameters: string[] } | { problem: string };
