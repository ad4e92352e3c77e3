import { subjectOf, type KnowledgeItem } from './item.js';

export interface KnowledgeDifference {
  added: string[];
  removed: string[];
  changed: string[];
}

export function knowledgeDifference(
  before: readonly KnowledgeItem[],
  after: readonly KnowledgeItem[],
): KnowledgeDifference {
  const [old, now] = [before, after].map(statements);
  const known = old ?? new Map<string, string>();
  const current = now ?? new Map<string, string>();
  return {
    added: [...current.keys()].filter((about) => !known.has(about)),
    removed: [...known.keys()].filter((about) => !current.has(about)),
    changed: [...current]
      .filter(([about, text]) => known.has(about) && known.get(about) !== text)
      .map(([about]) => about),
  };
}

function statements(items: readonly KnowledgeItem[]): Map<string, string> {
  const all = Map.groupBy(items, subjectOf);
  return new Map([...all].map(([about, same]) => [about, same.map(sortedJson).sort().join()]));
}

/** Stored items have another key order. */
function sortedJson(item: KnowledgeItem): string {
  return JSON.stringify(item, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}
