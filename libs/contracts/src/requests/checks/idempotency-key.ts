import { Matches } from 'class-validator';

const CHARACTERS = 255;

/** Printable ASCII: must fit into a header. */
const IDEMPOTENCY_KEY = new RegExp(`^[\\x20-\\x7e]{1,${CHARACTERS}}$`);

export const IDEMPOTENCY_KEY_RULE = `must have 1 to ${CHARACTERS} printable ASCII characters`;

export function IsIdempotencyKey(): PropertyDecorator {
  return Matches(IDEMPOTENCY_KEY, { message: IDEMPOTENCY_KEY_RULE });
}

export function isIdempotencyKey(given: unknown): given is string {
  return typeof given === 'string' && IDEMPOTENCY_KEY.test(given);
}
