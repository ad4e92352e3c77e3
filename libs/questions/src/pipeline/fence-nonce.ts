import type { Id } from '@assay/contracts';
import { createHmac } from 'node:crypto';

const DIGITS = 18;

export function questionFence(secret: string, run: Id): string {
  return nonce(secret, ['run', run]);
}

/**
 * Nonce of the fences around a workspace's data: equal for questions of one UTC day with the same workspace part, so
 * that providers can cache that part.
 * @param stable hash of that part
 */
export function workspaceFence(
  secret: string,
  { workspace, stable, askedAt }: { workspace: Id; stable: string; askedAt: Date },
): string {
  return nonce(secret, ['workspace', workspace, stable, askedAt.toISOString().slice(0, 10)]);
}

/** 18 digits (60 bits), which take fewer tokens than letters. Without the seed, which askers may set. */
function nonce(secret: string, labels: readonly string[]): string {
  const bits = createHmac('sha256', secret).update(JSON.stringify(labels)).digest().readBigUInt64BE();
  return (bits % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0');
}
