export interface SystemFamily {
  name: string;
  systems: string[];
}

const SIZE = /^\d+(\.\d+)?b?$/i;

/**
 * The largest family (names differ in size or version) and as many unrelated systems.
 * @returns empty without relatives
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
