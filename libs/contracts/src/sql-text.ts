/**
 * A value as SQL text: exact, so that a leading space stays visible. Line breaks and other control characters are
 * escaped, so that a value cannot pass for structure.
 */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''").replace(/[\p{Cc}\u2028\u2029]/gu, escaped)}'`;
}

function escaped(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return short === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : short;
}
