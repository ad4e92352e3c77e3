/** Fixed effort allowance per reply, in strictly read characters (about 5 ns each), the unit of all costs. */
const BASE_EFFORT = 2_000_000;
/** Allowance per character: valid replies need about two, damaged ones six. */
const EFFORT_PER_CHARACTER = 8;

export interface WrittenCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** `prose`: text around; `liberal`: only JSON expected. */
export type ReadingMode = 'prose' | 'liberal';

export interface SourceRules {
  maxDepth: number;
  /** Lower case. */
  toolNames: ReadonlySet<string> | null;
  readCalls: (source: SourceText) => WrittenCall[];
}

/** Nesting limit of texts in texts: escaped JSON, encoded arguments, message contents. */
const MAX_LEVELS = 4;

/**
 * A reply with memoised results of its parsers. The effort limit may affect results for adversarial replies,
 * memoisation never.
 */
export class SourceText {
  private readonly level: number;
  /** Shared with nested texts. */
  private readonly effort: { left: number };
  private readonly dead: Record<ReadingMode, Set<number>> = { prose: new Set(), liberal: new Set() };
  private readonly searches = new Map<string, { from: number; at: number }>();

  constructor(
    readonly text: string,
    readonly rules: SourceRules,
    outer: SourceText | null = null,
  ) {
    this.level = outer === null ? 0 : outer.level + 1;
    this.effort = outer === null ? { left: BASE_EFFORT + EFFORT_PER_CHARACTER * text.length } : outer.effort;
  }

  inner(text: string): SourceText {
    this.spend(text.length);
    return new SourceText(text, this.rules, this);
  }

  callsIn(text: string): WrittenCall[] {
    return this.level >= MAX_LEVELS || this.isExhausted ? [] : this.rules.readCalls(this.inner(text));
  }

  spend(characters: number): void {
    this.effort.left -= characters;
  }

  get isExhausted(): boolean {
    return this.effort.left <= 0;
  }

  /** No value starts here. What fails in liberal mode also fails in prose mode. */
  isDead(at: number, mode: ReadingMode): boolean {
    return this.dead.liberal.has(at) || (mode === 'prose' && this.dead.prose.has(at));
  }

  /** Records a failure for all open containers: each would fail at the same place. */
  markUnreadable(openers: readonly number[], mode: ReadingMode): void {
    for (const opener of openers) this.dead[mode].add(opener);
  }

  /** First match of a global pattern from `from`; -1 if none. Results are cached under `key`. */
  search(key: string, pattern: RegExp, from: number): number {
    const known = this.searches.get(key);
    if (known !== undefined && from >= known.from && (known.at < 0 || from <= known.at)) return known.at;
    pattern.lastIndex = from;
    const at = pattern.exec(this.text)?.index ?? -1;
    this.spend(((at < 0 ? this.text.length : at) - from) / 2);
    this.searches.set(key, { from, at });
    return at;
  }

  /** First position that is not white space or a byte order mark. */
  skipBlank(from: number, limit: number = this.text.length): number {
    let at = from;
    while (at < limit && isBlank(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  isBlankBetween(from: number, to: number): boolean {
    return this.skipBlank(from, to) >= to;
  }
}

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
