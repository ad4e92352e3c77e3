/**
 * Options of the caches of parsers, shared by guard, canonical form and complexity. Sizes are code units of SQL; trees
 * take about a hundred times as many bytes.
 */
export const RECENT_PARSES = {
  max: 300,
  maxSize: 300_000,
  maxEntrySize: 20_000,
  sizeCalculation: (_: unknown, key: string): number => key.length + 1,
};
