import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { decryptSecret, encryptSecret, resealed } from './secret-box.js';

const OLD = randomBytes(32);
const NEW = randomBytes(32);

describe('the secret box', () => {
  it('gives every text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => decryptSecret(encryptSecret(text, OLD), OLD) === text),
      { numRuns: 50 },
    );
  });

  it('never seals the same text to the same bytes', () => {
    expect(encryptSecret('postgres://u:p@h/d', OLD)).not.toBe(encryptSecret('postgres://u:p@h/d', OLD));
  });

  it('opens texts of a retired key, and encrypts them again with the current key', () => {
    const sealed = encryptSecret('text', OLD);
    expect(decryptSecret(sealed, [NEW, OLD])).toBe('text');
    const current = resealed(sealed, [NEW, OLD]);
    expect(decryptSecret(current, NEW)).toBe('text');
    expect(resealed(current, [NEW, OLD])).toBe(current);
  });

  it('refuses a key it was not sealed with', () => {
    expect(() => decryptSecret(encryptSecret('text', OLD), NEW)).toThrow(/not configured/);
  });

  it('refuses a text of another workspace', () => {
    const sealed = encryptSecret('text', OLD, 'workspace-1');
    expect(() => decryptSecret(sealed, OLD, 'workspace-2')).toThrow(/altered/);
    expect(decryptSecret(sealed, OLD, 'workspace-1')).toBe('text');
  });

  it('refuses a text of which one byte was changed', () => {
    const sealed = encryptSecret('text', OLD);
    const last = sealed.endsWith('A') ? 'E' : 'A';
    expect(() => decryptSecret(`${sealed.slice(0, -1)}${last}`, OLD)).toThrow(/cannot be opened/);
    expect(() => decryptSecret('plain', OLD)).toThrow(/form/);
  });

  it('refuses keys that are too short', () => {
    expect(() => encryptSecret('text', randomBytes(16))).toThrow(/32 bytes/);
  });
});
