/**
 * The order of suites for jest: those that take minutes first, longest first, so that none of them is left for the end,
 * where the other workers would have nothing to do; the others by size, which is all that a fresh clone knows of them.
 */
import { statSync } from 'node:fs';

/** Ends of folders or names, by what their suites take on two cores. */
const SLOW = [
  'e2e/page/views',
  'e2e/faults/redis',
  'e2e/page/as-asker',
  'e2e/page/work',
  'e2e/faults/postgres',
  'e2e/telemetry/redis',
  'e2e/packages.e2e',
  'evaluate/spider-dev.',
  'e2e/faults.e2e',
  'e2e/restart.e2e',
  'e2e/start.e2e',
  'e2e/sessions.e2e',
  'e2e/key-rotation.e2e',
  'workspaces/knowledge.',
  'src/metrics.',
  'e2e/models.e2e',
  'e2e/page/',
  'e2e/telemetry/postgres',
  'duckdb/exact-files.',
  'duckdb/formats.',
  'e2e/files.e2e',
  'child/suite.',
  'child/hostile.',
  'e2e/workspace-evaluation.e2e',
  'e2e/demo.e2e',
  'sampler/as-asker.',
  'postgres/domain-literals.',
  'src/mcp-attacks.',
  'e2e/recorded-',
  'e2e/questions-queue.e2e',
  'e2e/dialects.e2e',
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
