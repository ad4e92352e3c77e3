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

/** Under which rules a reply, and every text inside it, is read. */
export interface SourceRules {
  /** Containers may be nested this deep. */
  maxDepth: number;
  /** Names of the tools that exist, lower case; null where the caller did not say. */
  toolNames: ReadonlySet<string> | null;
  /** Reads the calls of a text. */
  readCalls: (source: SourceText) => WrittenCall[];
}

/** Texts inside texts (escaped JSON, encoded arguments, the `content` of a message) may be nested this deep. */
const MAX_LEVELS = 4;

/**
 * A reply with everything that its parsers remember about it, so that nothing is looked at again and again.
 *
 * Memories never change what is found, only how fast; the effort bound does, in replies built to be slow.
 */
export class SourceText {
  readonly text: string;
  readonly rules: SourceRules;
  private readonly level: number;
  /** One account for a reply and all texts inside it. */
  private readonly effort: { left: number };
  private readonly dead: Record<ReadingMode, Set<number>> = { prose: new Set(), liberal: new Set() };
  private readonly searches = new Map<string, { from: number; at: number }>();

  constructor(text: string, rules: SourceRules, outer: SourceText | null = null) {
    this.text = text;
    this.rules = rules;
    this.level = outer === null ? 0 : outer.level + 1;
    this.effort = outer === null ? { left: BASE_EFFORT + EFFORT_PER_CHARACTER * text.length } : outer.effort;
  }

  /** A text found inside this one, read under the same rules and on the same account. */
  inner(text: string): SourceText {
    this.spend(text.length);
    return new SourceText(text, this.rules, this);
  }

  /** The calls written in a text inside this one. */
  callsIn(text: string): WrittenCall[] {
    return this.level >= MAX_LEVELS || this.isExhausted ? [] : this.rules.readCalls(this.inner(text));
  }

  /** Takes work off the account. */
  spend(characters: number): void {
    this.effort.left -= characters;
  }

  /** Whether the account is used up: nothing more is looked for. */
  get isExhausted(): boolean {
    return this.effort.left <= 0;
  }

  /** Whether it is known that no value starts here. What cannot be read liberally cannot be read in prose either. */
  isDead(at: number, mode: ReadingMode): boolean {
    return this.dead.liberal.has(at) || (mode === 'prose' && this.dead.prose.has(at));
  }

  /**
   * Remembers that an attempt failed with these containers open. Each of them, tried alone, would fail at the same
   * place, because reading a container does not depend on what is around it.
   */
  bury(openers: readonly number[], mode: ReadingMode): void {
    for (const opener of openers) this.dead[mode].add(opener);
  }

  /**
   * The first match of a global pattern at or after `from`; -1 if there is none. Answers for a stretch that was
   * searched before are remembered under `key`.
   */
  search(key: string, pattern: RegExp, from: number): number {
    const known = this.searches.get(key);
    if (known !== undefined && from >= known.from && (known.at < 0 || from <= known.at)) return known.at;
    pattern.lastIndex = from;
    const at = pattern.exec(this.text)?.index ?? -1;
    this.spend(((at < 0 ? this.text.length : at) - from) / 2);
    this.searches.set(key, { from, at });
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
function isBlank(code: number): boolean {
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
