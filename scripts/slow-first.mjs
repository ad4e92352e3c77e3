/**
 * The order of suites for jest: those that take minutes first, longest first, so that none of them is left for the end,
 * where the other workers would have nothing to do; the others by size, which is all that a fresh clone knows of them.
 */
import { statSync } from 'node:fs';

/** Ends of folders or names, by what their suites take on two cores. */
const SLOW = [
  'e2e/page/views',
  'e2e/page/work',
  'e2e/faults/redis',
  'e2e/faults/postgres',
  'e2e/restart.e2e',
  'e2e/start.e2e',
  'e2e/telemetry/redis',
  'e2e/page/',
  'e2e/generator-tools.e2e',
  'e2e/workspace-evaluation.e2e',
  'e2e/demo.e2e',
  'e2e/key-rotation.e2e',
  'e2e/telemetry/postgres',
  'e2e/dialects.e2e',
  'e2e/faults.e2e',
  'evaluate/spider-dev.',
  'e2e/replay.e2e',
  'apps/prober/src/hostile.',
];

export default class SlowFirst {
  sort(tests) {
    const placed = tests.map((test) => ({ test, place: placeOf(test.path), size: statSync(test.path).size }));
    return placed.toSorted((one, other) => one.place - other.place || other.size - one.size).map(({ test }) => test);
  }

  /** There is nothing to remember of a run. */
  cacheResults() {}
}

function placeOf(path) {
  const place = SLOW.findIndex((end) => path.includes(end));
  return place === -1 ? SLOW.length : place;
}
