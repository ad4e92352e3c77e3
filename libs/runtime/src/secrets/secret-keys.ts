import { createHash } from 'node:crypto';
import { PermanentError } from '@assay/contracts';

const KEY_BYTES = 32;

/** 32 bytes each: the current one, then retired ones. */
export type SecretKeys = Uint8Array | readonly [Uint8Array, ...Uint8Array[]];

export interface NamedKey {
  /** First 8 hex digits of the key's hash. */
  id: string;
  bytes: Uint8Array;
}

/** @throws PermanentError `SECRET_KEY_INVALID` unless all have 32 bytes */
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
