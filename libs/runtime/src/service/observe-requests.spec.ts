import { expect, it } from '@jest/globals';
import { tracedPath } from './observe-requests.js';

it.each([
  ['/v1/questions?limit=1', '/v1/questions'],
  ['/links/v1.key.sealed', '/links/:token'],
  ['/Links/v1.key.sealed/answer?x=/links/y', '/Links/:token/answer'],
])('traces %s as %s', (url, path) => {
  expect(tracedPath(url)).toBe(path);
});
