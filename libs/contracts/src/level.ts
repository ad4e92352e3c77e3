/** Which model (and effort) the agents of an attempt use; ordered from cheapest to strongest. */
export const LEVELS = ['BASIC', 'ADVANCED', 'EXPERT'] as const;
export type Level = (typeof LEVELS)[number];

/** The next stronger level that `maxLevel` still allows, or null at the end of the ladder. */
export function nextLevel(level: Level, maxLevel: Level): Level | null {
  const next = LEVELS[LEVELS.indexOf(level) + 1];
  return next !== undefined && !isAbove(next, maxLevel) ? next : null;
}

/** Whether `level` is stronger than `limit`. */
export function isAbove(level: Level, limit: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit);
}
