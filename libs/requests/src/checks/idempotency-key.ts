import { Matches } from 'class-validator';

const CHARACTERS = 255;

/** Printable ASCII, as a header can carry it. */
const IDEMPOTENCY_KEY = new RegExp(`^[\\x20-\\x7e]{1,${CHARACTERS}}$`);

export const IDEMPOTENCY_KEY_RULE = `must have 1 to ${CHARACTERS} printable ASCII characters`;

export function IsIdempotencyKey(): PropertyDecorator {
  return Matches(IDEMPOTENCY_KEY, { message: IDEMPOTENCY_KEY_RULE });
}

/** Whether a text may be the idempotency key of a request. */
export function isIdempotencyKey(given: unknown): given is string {
  return typeof given === 'string' && IDEMPOTENCY_KEY.test(given);
}
