import highlighter from 'highlight.js/lib/core';
import sql from 'highlight.js/lib/languages/sql';

highlighter.registerLanguage('sql', sql);

/** Escaped HTML. */
export function highlightSql(text: string): string {
  return highlighter.highlight(text, { language: 'sql', ignoreIllegals: true }).value;
}
