/** @param meanwhile for a key that its own value needs */
export function remembered<K, V>(known: Map<K, V>, key: K, make: () => V, meanwhile?: V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (meanwhile !== undefined) known.set(key, meanwhile);
  const made = make();
  known.set(key, made);
  return made;
}
