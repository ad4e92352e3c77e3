/** A value as exact SQL text. Control characters are escaped, so a value cannot imitate structure. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''").replace(/[\p{Cc}\u2028\u2029]/gu, escaped)}'`;
}

function escaped(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return short === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : short;
}
