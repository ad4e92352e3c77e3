import type { BehaviourClass } from '../classes/classify.js';
import type { TableModel } from '../instances/table-model.js';
import { differingFeatures } from '../statements/features.js';
import type { SuiteMember } from './suite.js';

export interface Aim {
  columns: ReadonlySet<string>;
  text: SuiteMember;
}

/**
 * Texts whose features differ from their representative's, largest class first. Columns: those of the differing
 * features, or of all the text's features if these name none.
 */
export function aimsOf(classes: readonly BehaviourClass<SuiteMember>[], tables: readonly TableModel[]): Aim[] {
  const ids = new Map(tables.flatMap(({ columns }) => columns.map(({ id }) => [id, id.split('.').at(-1)] as const)));
  const aims = new Map<string, Aim>();
  for (const { texts } of classes) {
    const [representative, ...others] = texts;
    for (const other of others) {
      const differing = differingFeatures(representative?.facts.features ?? new Set(), other.facts.features);
      const columns = columnsOf(differing, ids);
      const all = columns.size > 0 ? columns : columnsOf([...other.facts.features], ids);
      const key = [...all].sort().join();
      if (differing.length > 0 && all.size > 0 && !aims.has(key)) aims.set(key, { columns: all, text: other });
    }
  }
  return [...aims.values()];
}

function columnsOf(features: readonly string[], ids: ReadonlyMap<string, string | undefined>): Set<string> {
  const found = new Set<string>();
  for (const feature of features) {
    const [, table, column] = /^\S+ ([^.]*)\.(.+)$/.exec(feature) ?? [];
    for (const [id, name] of ids) {
      if (name === column && (table === '' || id === `${table}.${column}`)) found.add(id);
    }
  }
  return found;
}
