/** A name as DuckDB quotes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as DuckDB quotes it. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
