import type { Id } from '@assay/contracts';
import { createHmac } from 'node:crypto';

const DIGITS = 18;

export function questionFence(secret: string, run: Id): string {
  return nonce(secret, ['run', run]);
}

/**
 * Nonce of the fences around what belongs to a workspace: the same for questions that are asked on one day of UTC and
 * told the same of it, so that their prompts begin with the same bytes.
 *
 * @param stable hash of the workspace's part of their prompts
 */
export function workspaceFence(
  secret: string,
  { workspace, stable, askedAt }: { workspace: Id; stable: string; askedAt: Date },
): string {
  return nonce(secret, ['workspace', workspace, stable, askedAt.toISOString().slice(0, 10)]);
}

/** 18 digits (60 bits), which take fewer tokens than letters. No seed takes part, because askers may set it. */
function nonce(secret: string, labels: readonly string[]): string {
  const bits = createHmac('sha256', secret).update(JSON.stringify(labels)).digest().readBigUInt64BE();
  return (bits % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, '0');
}
