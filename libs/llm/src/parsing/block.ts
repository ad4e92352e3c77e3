/** A piece of a model's reply. The `original`s of all blocks, joined, are the reply. */
export interface Block {
  kind: 'text' | 'json' | 'tool_call';
  /** Offsets into the reply, in UTF-16 code units; blocks that share a span have the same ones. */
  start: number;
  end: number;
  /** The reply's own text; `''` on all but the first block of a shared span. */
  original: string;
  /** The value of a `json` block. */
  value?: unknown;
  /** The tool's name, of a `tool_call` block. */
  name?: string;
  /** The arguments of a `tool_call` block. */
  arguments?: unknown;
  /** The parser that found the block. */
  parser?: string;
  /** Whether the text had to be repaired to be read. */
  repaired?: boolean;
  /** What is odd about this block (`truncated`, …). */
  flags?: string[];
}

/** What became of a reply. */
export interface ParsedResponse {
  blocks: Block[];
  /** Everything odd about the reply, without repetitions. */
  flags: string[];
  /** Set when no call of this reply may be executed. */
  error: { code: string; at: number } | null;
}
