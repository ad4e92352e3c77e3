import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { placeOf, type TableName } from '../item.ts';
import { referenced } from './dbt-references.ts';
import { tableOfPath } from './logical-tables.ts';

/** @param column null for constraints of the model */
export function takeConstraints(
  node: DocumentNode,
  table: TableName,
  column: string | null,
  { collector, modelTable }: { collector: Collector; modelTable: (name: string) => TableName },
): void {
  for (const constraint of node.at('constraints').list()) {
    const type = constraint.at('type').text() ?? 'without a type';
    const columns = column === null ? constraint.at('columns').texts() : [column];
    const leave = (reason: string): void => collector.leave(`constraint ${type} on ${placeOf(table, columns)}`, reason);
    if (type === 'check' || type === 'custom') leave('is a condition, which is not read');
    else if (!['not_null', 'unique', 'primary_key', 'foreign_key'].includes(type))
      leave('is of a kind that is not read');
    else if (columns.length === 0) leave('names no columns');
    else if (type === 'foreign_key') {
      const to = constraint.at('to').text();
      const model = referenced(to);
      const other = model === null ? tableOfPath(to ?? '') : modelTable(model.name);
      const toColumns = constraint.at('to_columns').texts();
      if (other === null || toColumns.length !== columns.length)
        leave('does not say which columns of which model it leads to');
      else collector.take({ kind: 'relationship', table, columns, to: other, toColumns });
    } else {
      if (type !== 'unique') for (const one of columns) collector.take({ kind: 'not-null', table, column: one });
      if (type !== 'not_null') collector.take({ kind: 'unique', table, columns });
    }
  }
}

const NOT_READ: Readonly<Record<string, [what: string, reason: string]>> = {
  exposures: ['exposure', 'says nothing about the data'],
  saved_queries: ['saved query', 'is a query of the semantic layer, not a definition'],
  unit_tests: ['unit test', 'tests invented rows, not the data'],
  analyses: ['analysis', 'is a query, not a table'],
};

/** Reports what is not read: lists in property files, objects in manifests. */
export function leaveUnread(document: DocumentNode, collector: Collector): void {
  for (const [key, [what, reason]] of Object.entries(NOT_READ)) {
    const part = document.at(key);
    const nodes = part.isList ? part.list() : part.fields().map(([, node]) => node);
    for (const node of nodes) collector.leave(`${what} ${node.at('name').text() ?? ''}`.trim(), reason);
  }
}
