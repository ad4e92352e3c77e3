import type { ColumnReference } from './statement-facts.js';

const MARKS = new Set(
  `distinct left right full outer having limit offset union intersect except minus not exists in like between or case
  max min avg sum count desc null is`.split(/\s+/),
);
const CLAUSES = new Set(['select', 'from', 'where', 'group', 'having', 'order', 'limit', 'on']);

export function featuresOf(words: readonly string[], columnAt: (index: number) => ColumnReference | null): Set<string> {
  const features = new Set<string>();
  let clause = 'select';
  words.forEach((word, index) => {
    if (CLAUSES.has(word)) clause = word;
    if (MARKS.has(word)) features.add(word);
    if (/^[<>!]=?|^<>$/.test(word)) features.add(`compare ${word}`);
    const column = columnAt(index);
    if (column !== null) features.add(`${clause} ${column.table ?? ''}.${column.column}`);
    else if (words[index - 1] === 'from' || words[index - 1] === 'join') features.add(`table ${word}`);
  });
  return features;
}

export function differingFeatures(left: ReadonlySet<string>, right: ReadonlySet<string>): string[] {
  return [...left.symmetricDifference(right)].sort();
}
