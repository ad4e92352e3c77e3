import type { DocumentNode } from '../document/document-node.js';
import type { TableName } from '../item.js';

/** The model or source that `ref('orders')` or `source('shop', 'orders')` names; null for anything else. */
export function referenced(text: string | null): { kind: 'ref' | 'source'; name: string } | null {
  const match = /\b(ref|source)\(\s*(?:['"][^'"]*['"]\s*,\s*)?['"]([^'"]+)['"]/.exec(text ?? '');
  return match?.[2] === undefined ? null : { kind: match[1] as 'ref' | 'source', name: match[2] };
}

/** The table that a model or a source becomes in the database, by its own words. */
export function tableOf(node: DocumentNode, schema: string | null = null): TableName | null {
  const name =
    node.at('config', 'alias').text() ??
    node.at('alias').text() ??
    node.at('identifier').text() ??
    node.at('name').text();
  return name === null ? null : { schema: node.at('schema').text() ?? schema, name };
}
