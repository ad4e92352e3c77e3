import type { PostgresNode } from '../../postgres/postgres-parser.js';

/** Sides of set operations are SELECTs without their kind around them; sides of a JOIN have it. */
export function isSelect(node: PostgresNode): boolean {
  return 'limitOption' in node || 'targetList' in node || 'valuesLists' in node;
}

/** `InsertStmt` as people say it. */
export function spoken(kind: string): string {
  const words = kind
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^A_/, '');
  return words.toUpperCase();
}
