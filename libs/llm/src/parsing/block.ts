/** Joined `original`s equal the reply. */
export interface Block {
  kind: 'text' | 'json' | 'tool_call';
  /** UTF-16 offsets; blocks of one span share them. */
  start: number;
  end: number;
  /** Source text; `''` for later blocks of a shared span. */
  original: string;
  value?: unknown;
  name?: string;
  arguments?: unknown;
  parser?: string;
  repaired?: boolean;
  /** Anomalies (`truncated`, …). */
  flags?: string[];
}

export interface ParsedResponse {
  blocks: Block[];
  /** Distinct anomalies of the reply. */
  flags: string[];
  /** No call may run. */
  error: { code: string; at: number } | null;
}
