import type { Id } from './ids.js';

/** Numbers in [0, 1). */
export type Random = () => number;

type Label = string | number;

/** The same on every machine and version: FNV-1a and SplitMix32. Not for secrets. */
export function seededRandom(seed: number, ...labels: Label[]): Random {
  let state = startingState(seed, labels);
  return () => {
    state = (state + WEYL_STEP) | 0;
    return avalanche(state) / 2 ** 32;
  };
}

/** A number of 32 bits, unsigned, the same for the same seed and labels. */
export function derivedSeed(seed: number, ...labels: Label[]): number {
  return avalanche(startingState(seed, labels));
}

export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

/** A deterministic id in UUIDv7 form with the question's time. */
export function derivedId({ id, seed }: { id: Id; seed: number }, ...labels: Label[]): Id {
  const random = seededRandom(seed, ...labels);
  const hex = Array.from({ length: 18 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${id.slice(0, 13)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6)}`;
}

const WEYL_STEP = 0x9e3779b9;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function startingState(seed: number, labels: readonly Label[]): number {
  let hash = FNV_OFFSET ^ avalanche(seed | 0);
  // JSON distinguishes ['a', 'b'] from ['ab'], and 1 from '1'
  const text = JSON.stringify(labels);
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash | 0;
}

function avalanche(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x21f0aaad);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
