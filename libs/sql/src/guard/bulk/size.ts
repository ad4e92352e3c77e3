import { step } from './steps.js';

/** Estimated bytes of a text. */
export interface Size {
  readonly pieces: ReadonlyMap<string, number>;
  /** Bytes that no constant bounds, with 1 for unknown numbers. */
  readonly open: number;
  /** Whether it comes from an aggregate of rows that the statement makes. */
  readonly isCollected?: boolean;
}

/** Literals are in lower case. */
const ANY = 'ANY';
const COLUMN = 'COLUMN';
/** Assumed bytes of a column, and share that a search finds. */
export const COLUMN_BYTES = 100;
const COLUMN_MATCHES = 0.1;
const MOST_PIECES = 64;
/** More characters decide little. */
const MOST_NEEDED = 50;

const sizeOf = (key: string, bytes: number): Size => ({ pieces: new Map([[key, bytes]]), open: 0 });

export const NOTHING: Size = { pieces: new Map(), open: 0 };
export const COLUMN_SIZE = sizeOf(COLUMN, COLUMN_BYTES);

export const literalSize = (text: string): Size =>
  sizeOf(text.length > 50 ? ANY : text.toLowerCase(), Buffer.byteLength(text));
export const madeSize = (bytes: number, like: Size = NOTHING): Size => ({ ...like, pieces: new Map([[ANY, bytes]]) });

const anyCollected = (sizes: readonly Size[]): boolean => sizes.some(({ isCollected }) => isCollected === true);

export function sum(sizes: readonly Size[]): Size {
  const [only = NOTHING] = sizes;
  if (sizes.length < 2) return only;
  const pieces = new Map<string, number>();
  for (const size of sizes) {
    step(size.pieces.size);
    for (const [key, bytes] of size.pieces) {
      const kept = pieces.size < MOST_PIECES || pieces.has(key) || key === COLUMN ? key : ANY;
      pieces.set(kept, (pieces.get(kept) ?? 0) + bytes);
    }
  }
  return { pieces, open: sizes.reduce((total, { open }) => total + open, 0), isCollected: anyCollected(sizes) };
}

export function largest(sizes: readonly Size[]): Size {
  step(sizes.length);
  const size = sizes.reduce((most, one) => (bytesOf(one) > bytesOf(most) ? one : most), NOTHING);
  return { ...size, open: Math.max(0, ...sizes.map(({ open }) => open)), isCollected: anyCollected(sizes) };
}

export function times(size: Size, count: number): Size {
  if (count <= 1) return count > 0 ? size : { ...size, pieces: new Map() };
  const pieces = [...size.pieces]
    .filter(([, bytes]) => bytes > 0)
    .map(([key, bytes]) => [key === COLUMN ? ANY : key, bytes * count] as const);
  return sum([
    ...pieces.map(([key, bytes]) => sizeOf(key, bytes)),
    { ...size, pieces: new Map(), open: size.open > 0 ? size.open * count : 0 },
  ]);
}

export function bytesOf({ pieces }: Size): number {
  let total = 0;
  for (const bytes of pieces.values()) total += bytes;
  return total;
}

export function isEqual(size: Size, other: Size | undefined): boolean {
  return (
    size.open === other?.open &&
    size.isCollected === other.isCollected &&
    size.pieces.size === other.pieces.size &&
    [...size.pieces].every(([key, bytes]) => other.pieces.get(key) === bytes)
  );
}

export function opaque(size: Size): Size {
  const column = size.pieces.get(COLUMN) ?? 0;
  const made = madeSize(bytesOf(size) - column, size);
  return column > 0 ? sum([made, sizeOf(COLUMN, column)]) : made;
}

/** Without columns of tables. */
export const madeOf = (size: Size): number => bytesOf(size) - (size.pieces.get(COLUMN) ?? 0);

/**
 * How often a search may match.
 * @param needed characters that each match has; none if unknown
 */
export function matchesIn({ pieces }: Size, needed: readonly RegExp[], length: number): number {
  const holding = (test: RegExp | null): number => {
    step(pieces.size);
    let total = 0;
    for (const [key, bytes] of pieces) {
      if (key === COLUMN) total += bytes * COLUMN_MATCHES ** length;
      else if (test === null || key === ANY || test.test(key)) total += bytes;
    }
    return total;
  };
  return Math.min(holding(null) / length, ...needed.map(holding));
}

export const neededByText = (text: string): RegExp[] =>
  [...new Set(text.slice(0, MOST_NEEDED).toLowerCase())].map((char) => new RegExp(RegExp.escape(char), 'i'));

/** None if the engine decides what the pattern means. */
export function neededByPattern(pattern: string): RegExp[] {
  if (/^\*\*\*|\||\(\?|\)[*?{]|\[\^?\]|\[[^\]]*\[|\\/.test(pattern)) return [];
  const atoms = pattern
    .replace(/\{[1-9]\d*(?:,\d*)?\}/g, '')
    .matchAll(/(\[[^\]]+\]|[^()^$[\]{}*+?])([*?]|\{0?,|\{0\})?/g);
  try {
    return [...atoms.take(MOST_NEEDED)].flatMap(([, atom = '', optional]) =>
      optional === undefined ? [new RegExp(atom, 'i')] : [],
    );
  } catch {
    return [];
  }
}
