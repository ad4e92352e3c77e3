/** A name as engines write it in CREATE VIEW: bare or in one of four kinds of quotes. */
const NAME = /(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\]|'(?:[^']|'')*'|[^\s("'`[.]+)/.source;

const COMMENTS = /(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)/.source;

const HEAD = new RegExp(
  `^${COMMENTS}*CREATE\\s+(?:OR\\s+(?:ALTER|REPLACE)\\s+)?(?:TEMP(?:ORARY)?\\s+)?VIEW\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?` +
    `${NAME}(?:\\s*\\.\\s*${NAME})*\\s*(?:\\([^)]*\\))?${COMMENTS}*` +
    `(?:WITH\\s+(?:SCHEMABINDING|ENCRYPTION|VIEW_METADATA|[,\\s])+)?AS\\b`,
  'i',
);

/** The SELECT of a CREATE VIEW statement; a text that does not look like one stays whole, and no guard lets it pass. */
export function selectOf(createView: string): string {
  return createView.replace(HEAD, '').trim();
}
