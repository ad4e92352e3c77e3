/** @param placeholder for a key that its own value needs */
export function remembered<K, V>(known: Map<K, V>, key: K, make: () => V, placeholder?: V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (placeholder !== undefined) known.set(key, placeholder);
  const made = make();
  known.set(key, made);
  return made;
}
