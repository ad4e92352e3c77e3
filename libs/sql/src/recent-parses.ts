/**
 * Sizes are code units of SQL; trees take about a hundred times as many bytes. More entries would survive young
 * collections, which slows every parse.
 */
export const RECENT_PARSES = {
  max: 40,
  maxSize: 200_000,
  maxEntrySize: 20_000,
  sizeCalculation: (_: unknown, key: string): number => key.length + 1,
};
