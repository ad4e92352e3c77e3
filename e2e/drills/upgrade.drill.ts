import { expect, it } from '@jest/globals';
import { SERVICES } from '@assay/contracts';
import { migrate } from '@assay/persistence';
import { PROJECT } from '../harness/program-of.js';
import { drillStage } from './drill-stage.js';
import { report } from './load.js';

/** A built tree of an earlier version. */
const { ASSAY_DRILL_PREVIOUS: previous } = process.env;
const LOADED_MS = 5000;
const LAST = ['coordinator', 'api'] as const;

const stage = drillStage(() =>
  previous === undefined
    ? Promise.reject(new Error('ASSAY_DRILL_PREVIOUS is not set: run npm run drill -- upgrade'))
    : Promise.resolve({ project: previous }),
);

it('a rolling upgrade under load loses nothing', async () => {
  const { fleet, load } = stage();
  await load.flow(LOADED_MS);
  const from = performance.now();
  const migrations = await migrate(fleet.rows.url);
  const migratedAt = performance.now();
  await load.flow(LOADED_MS);
  fleet.project = PROJECT;
  const names = SERVICES.map(({ name }) => name);
  const workers = names.filter((name) => !LAST.some((last) => last === name));
  let fewest = Number.POSITIVE_INFINITY;
  const rolledFrom = performance.now();
  for (const service of [...workers, ...LAST]) {
    fewest = Math.min(fewest, await load.flow(0));
    const before = await fleet.replace(service);
    expect([service, await before.stop(), before.output]).toEqual([service, 0, expect.anything()]);
  }
  const rolledMs = performance.now() - rolledFrom;
  await load.flow(LOADED_MS);
  const figures = await load.check();
  report(
    `${migrations.length} migrations in ${migratedAt - from} ms, ${names.length} services in ${rolledMs} ms, ` +
      `at least ${fewest} under way; ${figures}`,
  );
});
