import { describe, expect, it } from '@jest/globals';
import { requireLoopback } from './loopback.js';

describe('requireLoopback', () => {
  it.each(['localhost', 'LocalHost:80', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000'])('serves %s', (host) => {
    expect(() => requireLoopback({ host })).not.toThrow();
  });

  it.each([
    '',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    '0.0.0.0',
    '[::ffff:1]',
    'localhost@evil',
  ])('refuses %s', (host) => {
    expect(() => requireLoopback({ host })).toThrow(expect.objectContaining({ status: 403 }));
  });

  it.each(['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:1'])('lets pages of %s in', (origin) => {
    expect(() => requireLoopback({ host: 'localhost', origin })).not.toThrow();
  });

  it.each(['null', 'https://evil.example', 'https://localhost.evil.example', 'file://'])(
    'keeps pages of %s out',
    (origin) => {
      expect(() => requireLoopback({ host: 'localhost', origin })).toThrow(expect.objectContaining({ status: 403 }));
    },
  );

  it.each(['same-origin', 'none'])('lets in what a browser sends from %s', (site) => {
    expect(() => requireLoopback({ host: 'localhost', 'sec-fetch-site': site })).not.toThrow();
  });

  it.each(['cross-site', 'same-site', 'other'])('keeps out what a browser sends from %s', (site) => {
    expect(() => requireLoopback({ host: 'localhost', 'sec-fetch-site': site })).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  });
});
