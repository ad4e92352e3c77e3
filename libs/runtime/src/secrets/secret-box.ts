import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PermanentError } from '@assay/contracts';
import { nameKeys, type SecretKeys } from './secret-keys.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/**
 * AES-256-GCM: `v1.<key id>.<nonce, tag and ciphertext in base64url>`.
 * @param keys the first encrypts
 * @param context additional authenticated data (workspace id)
 */
export function encryptSecret(text: string, keys: SecretKeys, context = ''): string {
  const [current] = nameKeys(keys);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, current.bytes, nonce);
  cipher.setAAD(Buffer.from(`${VERSION}.${current.id}.${context}`));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/**
 * Decrypts with the key whose id the text names.
 * @throws PermanentError `SECRET_UNREADABLE` for an unknown key or altered text or context
 */
export function decryptSecret(sealed: string, keys: SecretKeys, context = ''): string {
  const { id, body } = parse(sealed);
  const fitting = nameKeys(keys).find((candidate) => candidate.id === id);
  if (!fitting) throw unreadable('it was sealed with a key that is not configured');
  const decipher = createDecipheriv(ALGORITHM, fitting.bytes, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(`${VERSION}.${id}.${context}`));
  decipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    // The cipher's error says only that authentication failed.
    throw unreadable('it was altered, or belongs to something else');
  }
}

/** The text encrypted with the current key; unchanged if it is already. @throws PermanentError as `decryptSecret` */
export function resealed(sealed: string, keys: SecretKeys, context = ''): string {
  if (parse(sealed).id === nameKeys(keys)[0].id) return sealed;
  return encryptSecret(decryptSecret(sealed, keys, context), keys, context);
}

function parse(sealed: string): { id: string; body: Buffer } {
  const [version, id, body, ...rest] = sealed.split('.');
  const bytes = Buffer.from(body ?? '', 'base64url');
  if (version !== VERSION || !id || rest.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw unreadable('it does not have the form of a sealed text');
  }
  return { id, body: bytes };
}

function unreadable(reason: string): PermanentError {
  return new PermanentError('SECRET_UNREADABLE', `a stored secret cannot be opened: ${reason}`);
}
