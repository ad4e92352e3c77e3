import { type ReadingMode, type SourceText } from './source-text.js';

export interface Region {
  /** Exclusive. */
  limit: number;
  /** `end`: possibly truncated; `mark`: the model had finished. */
  closedBy: 'end' | 'mark';
  /** Its closing run outside strings ends the value. */
  fence: { mark: string; length: number } | null;
}

export function openRegion(source: SourceText): Region {
  const { text } = source;
  let backslashes = 0;
  while (text.charAt(text.length - 1 - backslashes) === '\\') backslashes += 1;
  // Excludes a truncated escape.
  return { limit: text.length - (backslashes % 2), closedBy: 'end', fence: null };
}

export type StringPlace = 'key' | 'object' | 'array';

export interface OpenContainer {
  at: number;
  kind: 'object' | 'array' | 'tuple' | 'set';
}

/** State of one reading. Failures set `outcome` instead of exceptions, which are slow for hostile text. */
export class LenientState {
  readonly text: string;
  at: number;
  outcome: 'reading' | 'none' | 'too-deep' | 'invalid-escape' = 'reading';
  readonly stack: OpenContainer[] = [];
  /** The answer ended before the value: it may have been cut off. */
  truncated = false;
  /** A closing mark came before the value's end: the model left out a bracket or quote. */
  unclosed = false;
  /** The value ends within a text, key, number or word. */
  cutInside = false;
  /** A text running to the end was assumed to lack its closing quote before final brackets. */
  guessedEnd = false;
  colons = 0;
  /** Keys without a colon: the next may lack it too. */
  missingColons = 0;
  bareWords = 0;
  /** Blanks between parts are written as two characters: `\n`, `\t`. */
  writesBlanks = false;
  errorAt = 0;

  constructor(
    readonly source: SourceText,
    start: number,
    readonly region: Region,
    readonly mode: ReadingMode,
  ) {
    this.text = source.text;
    this.at = start;
  }

  get failed(): boolean {
    return this.outcome !== 'reading';
  }

  fail(): undefined {
    this.outcome = 'none';
    return undefined;
  }

  failAtEscape(at: number): undefined {
    this.outcome = 'invalid-escape';
    this.errorAt = at;
    this.at = at;
    return undefined;
  }

  get char(): string {
    return this.at < this.region.limit ? this.text.charAt(this.at) : '';
  }

  /** Tests for the end of the region and records truncation or a missing closer. */
  endsHere(): boolean {
    const { region } = this;
    if (this.at < region.limit && (region.fence === null || !this.isFenceAt(this.at))) return false;
    if (this.at >= region.limit && region.closedBy === 'end') this.truncated = true;
    else this.unclosed = true;
    return true;
  }

  /** Closing run of the fence: at a line start and long enough. */
  isFenceAt(at: number): boolean {
    const { fence } = this.region;
    if (fence === null || this.text.charAt(at) !== fence.mark) return false;
    if (!this.text.startsWith(fence.mark.repeat(fence.length), at)) return false;
    let before = at - 1;
    while (before >= 0 && (this.text.charAt(before) === ' ' || this.text.charAt(before) === '\t')) before -= 1;
    return before < 0 || this.text.charAt(before) === '\n';
  }

  skipBlank(): void {
    this.at = this.source.skipBlank(this.at, this.region.limit);
  }

  /** @param pattern sticky */
  matches(pattern: RegExp, at: number): boolean {
    return this.matchLength(pattern, at) > 0;
  }

  /** 0 without a match. @param pattern sticky */
  matchLength(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.text) && pattern.lastIndex <= this.region.limit ? pattern.lastIndex - at : 0;
  }

  /** '' without a match. @param pattern sticky */
  match(pattern: RegExp, at: number): string {
    const length = this.matchLength(pattern, at);
    return length === 0 ? '' : this.text.slice(at, at + length);
  }

  isInside(kind: OpenContainer['kind']): boolean {
    for (let index = this.stack.length - 2; index >= 0; index -= 1) {
      if (this.stack[index]?.kind === kind) return true;
    }
    return false;
  }

  get hasRoundBracket(): boolean {
    return this.stack.some((container) => container.kind === 'tuple');
  }

  get parent(): OpenContainer | undefined {
    return this.stack[this.stack.length - 2];
  }
}
