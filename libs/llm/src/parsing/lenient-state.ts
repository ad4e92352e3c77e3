import { type ReadingMode, type SourceText } from './source-text.js';

/** Where a reading must end. */
export interface Region {
  /** Offset that is never read. */
  limit: number;
  /**
   * What stands at the limit: the true end of the reply, where anything may have been cut off, or a closing mark
   * (fence, tag), which shows that the model had ended the value.
   */
  closedBy: 'end' | 'mark';
  /** A fence around the value: its closing run ends the value wherever it stands outside a string. */
  fence: { mark: string; length: number } | null;
}

/** The region of a value that nothing surrounds. */
export function openRegion(source: SourceText): Region {
  const { text } = source;
  let backslashes = 0;
  while (text.charAt(text.length - 1 - backslashes) === '\\') backslashes += 1;
  // an escape that was cut off after its backslash says nothing
  return { limit: text.length - (backslashes % 2), closedBy: 'end', fence: null };
}

/** What a text is: the key of an object, or a value in an object or a list. */
export type StringPlace = 'key' | 'object' | 'array';

/** A container that was opened and not yet closed. */
export interface OpenContainer {
  at: number;
  kind: 'object' | 'array' | 'tuple' | 'set';
}

/**
 * State of one lenient reading. A reading that goes wrong sets `outcome` and unwinds; nothing is thrown, since in a
 * hostile text every second character may start a reading that fails.
 */
export class LenientState {
  readonly text: string;
  at: number;
  outcome: 'reading' | 'none' | 'too-deep' | 'invalid-escape' = 'reading';
  readonly stack: OpenContainer[] = [];
  /** The reply ended before the value did. */
  truncated = false;
  /** A closing mark came before the value was closed. */
  unclosed = false;
  /** The value stops inside a text, a number or a word: what is there may be half of it. */
  cutInside = false;
  /** A text that runs to the end was taken to have lost its closing quote before the brackets it ends with. */
  guessedEnd = false;
  /** Keys with a colon: the evidence that braces hold an object. */
  colons = 0;
  /** Keys whose colon is missing: in such an object the next one may miss its own. */
  missingColons = 0;
  /** Bare words taken for texts. */
  bareWords = 0;
  /** Line breaks and tabs between the parts of the value are written as escapes. */
  writesBlanks = false;
  /** Where the invalid escape is. */
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

  /** The character at the reading position, '' at the end of the region. */
  get char(): string {
    return this.at < this.region.limit ? this.text.charAt(this.at) : '';
  }

  /** Whether the region ends here, by its limit or by a closing fence; notes what that means for the value. */
  endsHere(): boolean {
    const { region } = this;
    if (this.at < region.limit && (region.fence === null || !this.isFenceAt(this.at))) return false;
    if (this.at >= region.limit && region.closedBy === 'end') this.truncated = true;
    else this.unclosed = true;
    return true;
  }

  /** Whether a run that closes the fence around the value starts here: at the start of a line, and long enough. */
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

  /** Whether a pattern with the sticky flag matches at `at`, within the region. */
  matches(pattern: RegExp, at: number): boolean {
    return this.matchLength(pattern, at) > 0;
  }

  /** Length of the match of a sticky pattern at `at`, within the region; 0 if there is none. */
  matchLength(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.text) && pattern.lastIndex <= this.region.limit ? pattern.lastIndex - at : 0;
  }

  /** The match of a sticky pattern at `at`, within the region; '' if there is none. */
  match(pattern: RegExp, at: number): string {
    const length = this.matchLength(pattern, at);
    return length === 0 ? '' : this.text.slice(at, at + length);
  }

  /** Whether a container of this kind is open around the innermost one. */
  isInside(kind: OpenContainer['kind']): boolean {
    for (let index = this.stack.length - 2; index >= 0; index -= 1) {
      if (this.stack[index]?.kind === kind) return true;
    }
    return false;
  }

  /** Whether a round bracket is open, which may close here. */
  get hasRoundBracket(): boolean {
    return this.stack.some((container) => container.kind === 'tuple');
  }

  /** The container around the innermost one. */
  get parent(): OpenContainer | undefined {
    return this.stack[this.stack.length - 2];
  }
}
