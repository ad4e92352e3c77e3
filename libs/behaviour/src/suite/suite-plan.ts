import { Draw } from '../draw.js';
import type { Shape } from '../instances/palette.js';
import { REGULARITIES, type Regularity } from '@assay/contracts';

/** By kind; unused shares go to aimed instances. */
export interface SuiteShares {
  generated: number;
  mutated: number;
  aimed: number;
  breaking: number;
}

export const DEFAULT_SHARES: SuiteShares = { generated: 12, mutated: 4, aimed: 8, breaking: 4 };

/** Breaking instances are additional. */
export function sharesOf(instances: number): SuiteShares {
  const { generated, mutated, aimed, breaking } = DEFAULT_SHARES;
  const scale = instances / (generated + mutated + aimed);
  const [some, few] = [Math.round(mutated * scale), Math.round(aimed * scale)];
  return { generated: instances - some - few, mutated: some, aimed: few, breaking: Math.round(breaking * scale) };
}

/** A kind of instances ends after this many in a row without a split; the first share of aimed ones does not. */
export const STOP_AFTER = 6;

const NO_COLUMNS: ReadonlySet<string> = new Set();
const NO_SCENARIO: Shape['scenario'] = new Map();

export function shapeOf(seed: number, ordinal: number, focus: ReadonlySet<string> | null): Shape {
  const draw = new Draw(seed, ordinal, 'shape');
  return {
    focus: focus ?? NO_COLUMNS,
    spread: focus === null ? draw.pick([3, 4, 6, 12]) : draw.pick([4, 12, 16]),
    copies: draw.pick([0, 0.2, 0.4, 0.6]),
    nulls: draw.pick([0, 0.1, 0.3]),
    scenario: NO_SCENARIO,
    breaks: new Set(),
  };
}

export function breakingShape(seed: number, ordinal: number, index: number): Shape {
  const shape = shapeOf(seed, ordinal, null);
  const [first = 'not-null', second = 'unique'] = [
    REGULARITIES[index % REGULARITIES.length],
    REGULARITIES[(index + 1) % REGULARITIES.length],
  ];
  const breaks: ReadonlySet<Regularity> = new Set([first, second]);
  return { ...shape, nulls: 0.3, breaks };
}
