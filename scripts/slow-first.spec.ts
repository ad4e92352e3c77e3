import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import SlowFirst from './slow-first.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const inOrder = (...paths: string[]): string[] =>
  new SlowFirst().sort(paths.map((path) => ({ path: PROJECT + path }))).map(({ path }) => path.slice(PROJECT.length));

describe('the order of suites', () => {
  it('begins with what takes longest, and continues by size', () => {
    const faults = 'e2e/faults/redis.faults.integration.spec.ts';
    const start = 'e2e/start.e2e.integration.spec.ts';
    const telemetry = 'e2e/telemetry/redis.telemetry.integration.spec.ts';
    const large = 'libs/work/src/task-runtime.integration.spec.ts';
    const small = 'libs/testing/src/test-redis.integration.spec.ts';
    expect(inOrder(small, large, telemetry, start, faults)).toEqual([faults, telemetry, start, large, small]);
  });
});
