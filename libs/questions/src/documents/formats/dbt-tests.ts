import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { placeOf, type TableName } from '../item.ts';
import { referenced } from './dbt-references.ts';

export interface DbtTest {
  /** `unique`, `dbt_utils.unique_combination_of_columns`, … */
  name: string;
  table: TableName;
  column: string | null;
  /** Parameters: `values`, `to`, `field`, … */
  given: DocumentNode;
  config: DocumentNode;
}

/** Takes a test that applies to every row; others are reported. */
export function takeTest(collector: Collector, test: DbtTest, modelTable: (name: string) => TableName): void {
  const { table, column, given } = test;
  const what = `test ${test.name} on ${placeOf(table, column === null ? [] : [column])}`;
  const why = whyNotSure(test);
  if (why !== null) return collector.leave(what, why);
  const kind = test.name.replace(/^(?:dbt_utils|dbt)\./, '');
  if (kind === 'unique_combination_of_columns') {
    const columns = given.at('combination_of_columns').texts();
    if (columns.length === 0) return collector.leave(what, 'names no columns');
    return collector.take({ kind: 'unique', table, columns });
  }
  if (column === null) return collector.leave(what, 'is a test of a kind that is not read');
  if (kind === 'unique') return collector.take({ kind: 'unique', table, columns: [column] });
  if (kind === 'not_null') return collector.take({ kind: 'not-null', table, column });
  if (kind === 'accepted_values') {
    const values = given.at('values').scalars();
    if (values.length === 0) return collector.leave(what, 'lists no values');
    return collector.take({ kind: 'accepted-values', table, column, values });
  }
  if (kind === 'relationships') {
    const to = referenced(given.at('to').text());
    const field = given.at('field').text();
    if (to === null || field === null)
      return collector.leave(what, 'does not say which column of which model it leads to');
    return collector.take({
      kind: 'relationship',
      table,
      columns: [column],
      to: modelTable(to.name),
      toColumns: [field],
    });
  }
  collector.leave(what, 'is a test of a kind that is not read');
}

/** Why a test does not apply to every row; null if it does. */
function whyNotSure({ config, given }: DbtTest): string | null {
  const setting = (name: string): string | null =>
    config.at(name).text() ?? given.at('config', name).text() ?? given.at(name).text();
  if (setting('enabled') === 'false') return 'is switched off';
  if (setting('where') !== null) return `holds only where ${setting('where')}`;
  if (setting('severity')?.toLowerCase() === 'warn') return 'is a warning: the data may break it';
  return null;
}
