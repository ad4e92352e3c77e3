import { type SourceText } from './source-text.js';

/** One value or call in a match. */
export type Snippet = { kind: 'json'; value: unknown } | { kind: 'tool_call'; name: string; arguments: unknown };

/** A span of a reply that a parser recognised. */
export interface SnippetMatch {
  start: number;
  /** Greater than `start`. */
  end: number;
  /** What the span holds, in order. None: the span is text, and is not looked at again. */
  snippets: Snippet[];
  repaired: boolean;
  flags: string[];
  /** Why no call of this reply may be executed. */
  error: { code: string; at: number } | null;
}

/**
 * Recognises one kind of snippet. Parsers are asked at each position in turn, from left to right, so the match that
 * starts first wins, and of two that start at the same place the one whose parser comes first.
 *
 * Whether there is a match at `at` may depend on the text from `blockStart` on, and on nothing before it.
 */
export interface SnippetParser {
  name: string;
  /** First characters of what the parser recognises; it is asked nowhere else. */
  triggers: string;
  matchAt(source: SourceText, at: number, blockStart: number): SnippetMatch | null;
}
