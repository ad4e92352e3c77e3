/** Printable ASCII, as a header can carry it. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

export const IDEMPOTENCY_KEY_RULE = 'must have 1 to 255 printable ASCII characters';

/** Whether a text may be the idempotency key of a request. */
export function isIdempotencyKey(given: unknown): given is string {
  return typeof given === 'string' && IDEMPOTENCY_KEY.test(given);
}
