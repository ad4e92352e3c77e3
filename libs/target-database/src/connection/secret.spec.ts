import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { Secret } from './secret.js';

describe('a secret', () => {
  it('is hidden unless read explicitly', () => {
    const secret = new Secret('hunter2');
    expect(`${String(secret)}${JSON.stringify({ secret })}${inspect({ secret })}`).not.toContain('hunter2');
    expect(secret.reveal()).toBe('hunter2');
  });
});
