import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { tableOfPath } from './logical-tables.ts';

const TERM = new Set(['name', 'synonyms', 'definition', 'table', 'column']);

export function isGlossary(document: DocumentNode): boolean {
  return document.at('terms').isList;
}

/**
 * `terms` with `name`, `synonyms`, `definition`, and `table: orders` or `column: orders.amount`; `column` counts if
 * both are given.
 */
export function readGlossary(document: DocumentNode, collector: Collector): void {
  for (const term of document.at('terms').list()) {
    const name = term.at('name').text();
    if (name === null) {
      collector.leave('a term', 'has no name');
      continue;
    }
    const unread = term.beside(TERM);
    if (unread.length > 0) collector.leave(`${unread.join(' and ')} of term ${name}`, 'is not read');
    const text = term.at('definition').text();
    const meant = term.at('column').text() ?? term.at('table').text();
    const isColumn = term.at('column').isPresent;
    const path = meant === null ? null : isColumn ? meant.slice(0, Math.max(0, meant.lastIndexOf('.'))) : meant;
    const table = path === null ? null : tableOfPath(path);
    if (meant !== null && table === null) {
      collector.leave(`term ${name}`, `leads to ${meant}, which is neither table nor table.column`);
      continue;
    }
    if (text === null && table === null) {
      collector.leave(`term ${name}`, 'has neither a definition nor a table or column');
      continue;
    }
    const column = isColumn ? (meant?.slice(meant.lastIndexOf('.') + 1) ?? null) : null;
    collector.take({ kind: 'term', name, synonyms: term.at('synonyms').texts(), text, table, column });
  }
}
