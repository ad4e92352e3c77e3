/** The items in an order that depends on the seed alone (Fisher–Yates over the mulberry32 generator). */
export function seededOrder<Item>(items: readonly Item[], seed: number): Item[] {
  const ordered = [...items];
  const random = mulberry32(seed);
  for (let last = ordered.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [ordered[last], ordered[other]] = [ordered[other] as Item, ordered[last] as Item];
  }
  return ordered;
}

/** Tommy Ettinger's mulberry32: 32 bits of state, uniform enough to shuffle by. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
