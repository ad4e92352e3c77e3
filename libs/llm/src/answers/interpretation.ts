/** What is wrong with an answer, in words for the model. */
export interface Violation {
  code: ViolationCode;
  message: string;
  field?: string;
}

export type ViolationCode =
  /** No text and no call. */
  | 'empty'
  /** Truncated by the token limit or inside a value. */
  | 'truncated'
  /** Refusal or content filter of the endpoint. */
  | 'refused'
  /** No contract shape. */
  | 'no_answer'
  | 'invalid_field'
  /** Broken call, bad escape, too deep. */
  | 'malformed';

export interface Reading {
  /** `native`, a block parser, or what read plain words: `sql-fence`, `labels`, `statement`, `tags`, `text`. */
  parser: string | null;
  repaired: boolean;
  flags: string[];
  /** `field: from → to` per coercion. */
  coercions: string[];
}

export type Interpretation<Value> =
  ({ ok: true; value: Value } & Reading) | ({ ok: false; violation: Violation } & Reading);
