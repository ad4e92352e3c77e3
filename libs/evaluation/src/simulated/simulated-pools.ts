import type { ExaminedQuestion } from '../pool/examined-question.js';

export interface NamedPool {
  name: string;
  systems: string[];
  /** Systems of one family, whose errors are alike. */
  areRelated: boolean;
}

const POOL_SIZE = 10;
/** A publisher of more is a collection: its families go by name. */
const LARGEST_FAMILY = 5;

/** A single pool for ten systems or fewer. */
export function namedPools(examined: readonly ExaminedQuestion[]): NamedPool[] {
  const systems = byStrength(examined);
  if (systems.length <= POOL_SIZE) return [{ name: 'all systems', systems, areRelated: false }];
  const publishers = Map.groupBy(systems, publisherOf);
  const familyOf = (system: string): string =>
    (publishers.get(publisherOf(system))?.length ?? 0) > LARGEST_FAMILY ? firstWord(system) : publisherOf(system);
  const families = [...Map.groupBy(systems, familyOf).values()];
  const largest = families.toSorted((left, right) => right.length - left.length)[0] ?? [];
  return [
    { name: 'strong', systems: systems.slice(0, POOL_SIZE), areRelated: false },
    { name: 'related', systems: largest.slice(0, POOL_SIZE), areRelated: true },
    {
      name: 'unrelated',
      systems: families.flatMap(([best]) => best ?? []).slice(0, POOL_SIZE),
      areRelated: false,
    },
  ];
}

function byStrength(examined: readonly ExaminedQuestion[]): string[] {
  const right = new Map<string, number>();
  for (const { clusters } of examined) {
    for (const { systems, match } of clusters) {
      for (const system of systems) right.set(system, (right.get(system) ?? 0) + Number(match.ex));
    }
  }
  return [...right].sort(([, left], [, other]) => other - left).map(([system]) => system);
}

function publisherOf(system: string): string {
  return system.includes('/') ? (system.split('/')[0] ?? system) : firstWord(system);
}

function firstWord(system: string): string {
  return (system.split('/').at(-1) ?? system).split(/[_\s-]/)[0] ?? system;
}
