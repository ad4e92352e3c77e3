import { aboutOf, type KnowledgeItem } from './item.js';

/** What a document says otherwise than before, by what it is about. */
export interface KnowledgeDifference {
  added: string[];
  removed: string[];
  changed: string[];
}

export function knowledgeDifference(
  before: readonly KnowledgeItem[],
  after: readonly KnowledgeItem[],
): KnowledgeDifference {
  const [old, now] = [before, after].map((items) => new Map(items.map((item) => [aboutOf(item), sortedJson(item)])));
  const known = old ?? new Map<string, string>();
  const said = now ?? new Map<string, string>();
  return {
    added: [...said.keys()].filter((about) => !known.has(about)),
    removed: [...known.keys()].filter((about) => !said.has(about)),
    changed: [...said].filter(([about, text]) => known.has(about) && known.get(about) !== text).map(([about]) => about),
  };
}

/** Stored items come back with their fields in another order. */
function sortedJson(item: KnowledgeItem): string {
  return JSON.stringify(item, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}
