import type { DocumentNode } from '../document/document-node.js';
import type { Collector } from '../document/collector.js';
import { subjectOf, type TableName } from '../item.ts';

/** `ref('orders')` or `source('shop', 'orders')`; else null. */
export function referenced(text: string | null): { kind: 'ref' | 'source'; name: string } | null {
  const match = /\b(ref|source)\(\s*(?:['"][^'"]*['"]\s*,\s*)?['"]([^'"]+)['"]/.exec(text ?? '');
  return match?.[2] === undefined ? null : { kind: match[1] as 'ref' | 'source', name: match[2] };
}

const DOC = /\{\{\s*doc\(\s*(?:['"][^'"]*['"]\s*,\s*)?['"]([^'"]+)['"]\s*\)\s*\}\}/g;

/** Takes a description with doc blocks expanded. If any template remains, all of it is left out and reported. */
export function takeDescription(
  node: DocumentNode,
  table: TableName,
  column: string | null,
  { collector, docs }: { collector: Collector; docs: ReadonlyMap<string, string> },
): void {
  const text = node.at('description').text();
  if (text === null) return;
  const written = rendered(text, docs);
  const item = { kind: 'description', table, column, text: written ?? text } as const;
  if (written === null) collector.leave(subjectOf(item), 'is a template whose text is not in the document');
  else collector.take(item);
}

/** Expands doc blocks; null if one is unknown. */
export function rendered(text: string, docs: ReadonlyMap<string, string>): string | null {
  const written = text.replace(DOC, (whole, name: string) => docs.get(name) ?? whole);
  return /\{\{|\{%/.test(written) ? null : written.trim();
}

/** The table of a node by its alias or identifier, else by its name. */
export function tableOf(node: DocumentNode, schema: string | null = null): TableName | null {
  const name =
    node.at('config', 'alias').text() ??
    node.at('alias').text() ??
    node.at('identifier').text() ??
    node.at('name').text();
  return name === null ? null : { schema: node.at('schema').text() ?? schema, name };
}
