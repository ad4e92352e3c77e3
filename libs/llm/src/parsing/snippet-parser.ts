import { type SourceText } from './source-text.js';

export type Snippet = { kind: 'json'; value: unknown } | { kind: 'tool_call'; name: string; arguments: unknown };

export interface SnippetMatch {
  start: number;
  /** Greater than `start`. */
  end: number;
  /** Contents in order; empty: text, not examined again. */
  snippets: Snippet[];
  repaired: boolean;
  flags: string[];
  /** Why no call of the reply may run. */
  error: { code: string; at: number } | null;
}

/**
 * Recognises one kind of snippet, called from left to right. The earliest match wins, then parser order. A match may
 * depend on text from `blockStart` on only.
 */
export interface SnippetParser {
  name: string;
  triggers: string;
  matchAt(source: SourceText, at: number, blockStart: number): SnippetMatch | null;
}
