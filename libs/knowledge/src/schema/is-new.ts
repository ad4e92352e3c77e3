/** Adds a key; false where the set has it already. */
export function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}
