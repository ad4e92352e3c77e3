export interface SystemFamily {
  name: string;
  systems: string[];
}

/** Sizes and versions: `7B`, `2`, `0.5b`. */
const SIZE = /^\d+(\.\d+)?b?$/i;

/**
 * Two equally large sets: the largest family (names differ only in size or version), and unrelated systems. Relatives
 * make common errors, so votes gain less among them.
 * @returns empty if no two systems are related
 */
export function systemFamilies(systems: readonly string[]): SystemFamily[] {
  const families = [...Map.groupBy(systems, familyOf)].sort(([, left], [, other]) => other.length - left.length);
  const [largest] = families;
  if (largest === undefined || largest[1].length < 2) return [];
  const [name, related] = largest;
  const unrelated = families.slice(1, related.length + 1).map(([, members]) => members[0] ?? '');
  return [
    { name: `related (${name})`, systems: related },
    { name: 'unrelated', systems: unrelated },
  ];
}

function familyOf(system: string): string {
  const words = (system.split('/').at(-1) ?? system).split(/[_\s-]+/);
  const bare = words.filter((word) => !SIZE.test(word)).map((word) => word.replace(/\d+(\.\d+)?$/, ''));
  return bare.join(' ');
}
