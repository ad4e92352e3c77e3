/** Why an answer was not accepted; `message` is short, names the field, and is meant for the model. */
export interface Violation {
  code: ViolationCode;
  message: string;
  /** Path of the field (`verdicts[1].verdict`), where one is to blame. */
  field?: string;
}

export type ViolationCode =
  /** No text and no call. */
  | 'empty'
  /** Cut off: by the token limit, or in the middle of a value. */
  | 'truncated'
  /** The endpoint's own refusal or content filter. */
  | 'refused'
  /** Words, but nothing of the contract's shape. */
  | 'no_answer'
  /** Of the contract's shape, but a field is missing or wrong. */
  | 'invalid_field'
  /** A reply that cannot be read safely (broken call, bad escape, too deep). */
  | 'malformed';

/** How an answer was read; goes to the journal whether or not it was accepted. */
export interface Reading {
  /** What found the answer: `native`, the parser of the block, `sql-fence`, `text`; null where nothing did. */
  parser: string | null;
  repaired: boolean;
  flags: string[];
  /** Each change made to fit the value to its contract, as `field: from → to`. */
  coercions: string[];
}

export type Interpretation<Value> =
  ({ ok: true; value: Value } & Reading) | ({ ok: false; violation: Violation } & Reading);
