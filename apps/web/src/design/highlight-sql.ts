import highlighter from 'highlight.js/lib/core';
import sql from 'highlight.js/lib/languages/sql';

highlighter.registerLanguage('sql', (library) => {
  const language = sql(library);
  return { ...language, contains: [...language.contains, { scope: 'keyword', match: /\blimit\b/i }] };
});

/** Escaped HTML. */
export function highlightSql(text: string): string {
  return highlighter.highlight(text, { language: 'sql', ignoreIllegals: true }).value;
}
