import { describe, expect, it } from '@jest/globals';
import { hideUrlSecrets, isSecretParameter } from './url-secrets.js';

describe('hideUrlSecrets', () => {
  it.each([
    ['postgres://me:hunter2@db/shop', 'postgres://***@db/shop'],
    ['postgres://me@db/shop?password=hunter2&sslmode=require', 'postgres://me@db/shop?password=***&sslmode=require'],
    ['no way to postgres://db/shop?sslmode=require&sslpassword=h%26r2: away', undefined],
    ['{"url":"mysql://db/shop?PWD=hunter2"}', '{"url":"mysql://db/shop?PWD=***"}'],
    ['https://models/v1?access_token=hunter2#end', 'https://models/v1?access_token=***#end'],
  ])('hides what is secret in %s', (text, expected) => {
    const hidden = hideUrlSecrets(text);
    expect(hidden).not.toMatch(/hunter2|h%26r2/);
    if (expected !== undefined) expect(hidden).toBe(expected);
  });

  it('leaves everything else', () => {
    const text =
      'GET /v1/questions?search=password&status=GOLD: a pass=1; postgres://me@db:5432/pass?sslmode=verify-full';
    expect(hideUrlSecrets(text)).toBe(text);
  });
});

it('knows secret parameters by their names', () => {
  expect(['password', 'sslpassword', 'pwd', 'sslmode', 'host'].filter(isSecretParameter)).toEqual([
    'password',
    'sslpassword',
    'pwd',
  ]);
});
