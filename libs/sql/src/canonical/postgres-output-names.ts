import type { PostgresNode } from '../postgres/postgres-parser.js';

interface Output {
  ResTarget: PostgresNode;
}

/** Of the outermost select. ORDER BY uses numbers; names that other clauses may use stay. */
export function dropOutputNames(tree: PostgresNode): void {
  const select = tree['SelectStmt'] as PostgresNode | undefined;
  if (select === undefined) return;
  const leaves = leavesOf(select);
  const outputs = (leaves[0]?.['targetList'] ?? []) as Output[];
  numberSortKeys(select, outputs);
  for (const leaf of leaves) {
    const kept = new Set(['groupClause', 'distinctClause'].flatMap((clause) => bareColumns(leaf[clause])));
    for (const output of (leaf['targetList'] ?? []) as Output[]) {
      if (!kept.has(String(output.ResTarget['name']))) delete output.ResTarget['name'];
    }
  }
}

/** Left to right; the first names the columns. */
function leavesOf(select: PostgresNode): PostgresNode[] {
  const left = select['larg'] as PostgresNode | undefined;
  const right = select['rarg'] as PostgresNode | undefined;
  if (left === undefined || right === undefined) return [select];
  return [...leavesOf(left), ...leavesOf(right)];
}

function numberSortKeys(select: PostgresNode, outputs: Output[]): void {
  const names = outputs.map(({ ResTarget }) => ResTarget['name']);
  for (const key of (select['sortClause'] ?? []) as { SortBy: PostgresNode }[]) {
    const [name] = bareColumns([key.SortBy['node']]);
    const position = names.indexOf(name);
    if (name === undefined || position < 0 || names.lastIndexOf(name) !== position) continue;
    key.SortBy['node'] = { A_Const: { ival: { ival: position + 1 } } };
  }
}

function bareColumns(clause: unknown): string[] {
  if (!Array.isArray(clause)) return [];
  return clause.flatMap((item) => {
    const fields = ((item as PostgresNode | null)?.['ColumnRef'] as PostgresNode | undefined)?.['fields'];
    if (!Array.isArray(fields) || fields.length !== 1) return [];
    const name = ((fields[0] as PostgresNode)['String'] as PostgresNode | undefined)?.['sval'];
    return typeof name === 'string' ? [name] : [];
  });
}
