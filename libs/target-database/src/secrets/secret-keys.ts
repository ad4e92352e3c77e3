import { createHash } from 'node:crypto';
import { PermanentError } from '@assay/contracts';

const KEY_BYTES = 32;

/** A key of 32 bytes (derived from `ASSAY_SECRET_KEY`), or several: the current one first, retired ones after it. */
export type SecretKeys = Uint8Array | readonly [Uint8Array, ...Uint8Array[]];

/** A key and the name under which sealed texts mention it. */
export interface NamedKey {
  /** First 8 hex digits of a hash of the key: tells keys apart without giving them away. */
  id: string;
  bytes: Uint8Array;
}

/**
 * The keys by name, the current one first.
 *
 * @throws PermanentError `SECRET_KEY_INVALID` when one does not have 32 bytes
 */
export function nameKeys(keys: SecretKeys): [NamedKey, ...NamedKey[]] {
  const [current, ...retired] = keys instanceof Uint8Array ? [keys] : keys;
  return [nameKey(current), ...retired.map(nameKey)];
}

function nameKey(bytes: Uint8Array): NamedKey {
  if (bytes.byteLength !== KEY_BYTES) {
    throw new PermanentError('SECRET_KEY_INVALID', `a key that seals secrets has to have ${KEY_BYTES} bytes`);
  }
  return { id: createHash('sha256').update('assay key id').update(bytes).digest('hex').slice(0, 8), bytes };
}
