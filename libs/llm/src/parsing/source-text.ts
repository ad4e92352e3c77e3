/**
 * Work that a reply of any length may cause beyond its share, in characters read strictly (about 5 ns each); the
 * parsers state what else they do in the same unit.
 */
const BASE_EFFORT = 2_000_000;
/** Work per character of the reply. A sound one needs about two, a damaged one six; the rest is for false starts. */
const EFFORT_PER_CHARACTER = 8;

/** A call as a model wrote it. */
export interface WrittenCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** What is known about the reader's mode of an attempt: prose around it, or nothing but JSON to be expected. */
export type ReadingMode = 'prose' | 'liberal';

/**
 * A reply with everything that its parsers remember about it, so that nothing is looked at again and again.
 *
 * Memories never change what is found, only how fast; the effort bound does, in replies built to be slow.
 */
export class SourceText {
  readonly text: string;
  /** Containers may be nested this deep. */
  readonly maxDepth: number;
  /** Names of the tools that exist, lower case; null where the caller did not say. */
  readonly toolNames: ReadonlySet<string> | null;
  /** Reads the calls in a text inside this one (the `content` of a whole message). */
  readonly readCalls: (content: string) => WrittenCall[];
  #effort: number;
  readonly #dead: Record<ReadingMode, Set<number>> = { prose: new Set(), liberal: new Set() };
  readonly #searches = new Map<string, { from: number; at: number }>();

  constructor(text: string, options: Pick<SourceText, 'maxDepth' | 'toolNames' | 'readCalls'>) {
    this.text = text;
    this.readCalls = options.readCalls;
    this.maxDepth = options.maxDepth;
    this.toolNames = options.toolNames;
    this.#effort = BASE_EFFORT + EFFORT_PER_CHARACTER * text.length;
  }

  /** A text found inside this one, read under the same limits. */
  inner(text: string): SourceText {
    return new SourceText(text, this);
  }

  /** Takes work off the account. */
  spend(characters: number): void {
    this.#effort -= characters;
  }

  /** Whether the account is used up: nothing more is looked for. */
  get isExhausted(): boolean {
    return this.#effort <= 0;
  }

  /** Whether it is known that no value starts here. What cannot be read liberally cannot be read in prose either. */
  isDead(at: number, mode: ReadingMode): boolean {
    return this.#dead.liberal.has(at) || (mode === 'prose' && this.#dead.prose.has(at));
  }

  /**
   * Remembers that an attempt failed with these containers open. Each of them, tried alone, would fail at the same
   * place, because reading a container does not depend on what is around it.
   */
  bury(openers: readonly number[], mode: ReadingMode): void {
    for (const opener of openers) this.#dead[mode].add(opener);
  }

  /**
   * The first match of a global pattern at or after `from`; -1 if there is none. Answers for a stretch that was
   * searched before are remembered under `key`.
   */
  search(key: string, pattern: RegExp, from: number): number {
    const known = this.#searches.get(key);
    if (known !== undefined && from >= known.from && (known.at < 0 || from <= known.at)) return known.at;
    pattern.lastIndex = from;
    const at = pattern.exec(this.text)?.index ?? -1;
    this.spend(((at < 0 ? this.text.length : at) - from) / 2);
    this.#searches.set(key, { from, at });
    return at;
  }

  /** The first position at or after `from` that is not white space (the byte order mark counts as such). */
  skipBlank(from: number, limit: number = this.text.length): number {
    let at = from;
    while (at < limit && isBlank(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Whether a stretch is white space only. */
  isBlankBetween(from: number, to: number): boolean {
    return this.skipBlank(from, to) >= to;
  }
}

/** White space in the wide sense: JSON's, Unicode's and the byte order mark. */
export function isBlank(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}
