const NAME = /(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\]|'(?:[^']|'')*'|[^\s("'`[.]+)/.source;

const COMMENTS = /(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)/.source;

const HEAD = new RegExp(
  `^${COMMENTS}*CREATE\\s+(?:OR\\s+(?:ALTER|REPLACE)\\s+)?(?:TEMP(?:ORARY)?\\s+)?VIEW\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?` +
    `${NAME}(?:\\s*\\.\\s*${NAME})*\\s*(?:\\([^)]*\\))?${COMMENTS}*` +
    `(?:WITH\\s+(?:SCHEMABINDING|ENCRYPTION|VIEW_METADATA|[,\\s])+)?AS\\b`,
  'i',
);

/** Other text is returned whole; the guard rejects it. */
export function selectOf(createView: string): string {
  return createView.replace(HEAD, '').trim();
}
