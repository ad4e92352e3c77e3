import type { Id } from '@assay/contracts';

/** A source of numbers in [0, 1). */
export type Random = () => number;

type Label = string | number;

/**
 * A deterministic source of randomness: the same seed and labels give the same sequence, on every machine and in every
 * version. Labels name the use ("generate", attempt, ordinal), so that one use never shifts the draws of another.
 *
 * The labels are hashed into the seed with FNV-1a, and the sequence is SplitMix's 32-bit variant (a Weyl sequence
 * through an avalanching finalizer). Good for shuffles and coins; not for secrets.
 */
export function seededRandom(seed: number, ...labels: Label[]): Random {
  let state = startingState(seed, labels);
  return () => {
    state = (state + WEYL_STEP) | 0;
    return avalanche(state) / 2 ** 32;
  };
}

/** A 32-bit unsigned seed of its own for the named use. */
export function derivedSeed(seed: number, ...labels: Label[]): number {
  return avalanche(startingState(seed, labels));
}

/** A shuffled copy (Fisher–Yates). */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

/** A fence nonce of 16 hex digits for the question's prompts. */
export function fenceNonce(seed: number): string {
  return [1, 2].map((part) => derivedSeed(seed, 'fence', part).toString(16).padStart(8, '0')).join('');
}

/**
 * An id for what no task delivers: the same for the same question and labels, in the form of all ids, with the time of
 * the question.
 */
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
  // JSON keeps ['a', 'b'] and ['ab'], and 1 and '1', apart.
  const text = JSON.stringify(labels);
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash | 0;
}

/** Mixes the bits so that neighbouring inputs give unrelated outputs; unsigned. */
function avalanche(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x21f0aaad);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
