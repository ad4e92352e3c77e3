/** From cheapest to strongest. */
export const LEVELS = ['BASIC', 'ADVANCED', 'EXPERT'] as const;
export type Level = (typeof LEVELS)[number];

const NAMES: Record<Level, string> = { BASIC: 'Fast', ADVANCED: 'Strong', EXPERT: 'Strongest' };

export function nameLevel(level: Level): string {
  return NAMES[level];
}

/** Null if there is no higher level up to `maxLevel`. */
export function nextLevel(level: Level, maxLevel: Level): Level | null {
  const next = LEVELS[LEVELS.indexOf(level) + 1];
  return next !== undefined && !isAbove(next, maxLevel) ? next : null;
}

export function isAbove(level: Level, limit: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit);
}
