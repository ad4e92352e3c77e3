import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../harness/program-of.js';
import { drillStage, recordServer } from './drill-stage.js';
import { report } from './load.js';

/** Of Debian's package faketime; its clock follows a file. */
const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
const MINUTES = 10;
const LOADED_MS = 5000;
const CLOSE_S = 5;
/** Until each has sent a heartbeat. */
const SILENT_MS = 5000;

/** What operators do after Postgres's clock went back. */
const REMEDY = [
  ...readFileSync(`${PROJECT}docs/runbook.md`, 'utf8').matchAll(
    /^update assay\.(?:tasks|runs) set [^;]*at = now\(\)[^;]*;$/gm,
  ),
].map(([sql]) => sql);

type Who = 'services' | 'postgres';

const folder = mkdtempSync(join(tmpdir(), 'assay-clock-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

function setClock(who: Who, minutes: number): void {
  writeFileSync(join(folder, who), `${minutes < 0 ? '' : '+'}${minutes}m\n`);
}

function clockOf(who: Who): { [name: string]: string } {
  if (LIBRARY === undefined) throw new Error("Debian's package faketime is not installed");
  setClock(who, 0);
  const readAgain = { FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_RESET: '1' };
  return { LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: join(folder, who), ...readAgain };
}

const stage = drillStage(async () => {
  const data = mkdtempSync(join(tmpdir(), 'assay-clock-data-'));
  return { server: await recordServer(data, [], clockOf('postgres')), variables: clockOf('services') };
});

/** What its clock shows. */
async function now(who: Who): Promise<Date> {
  if (who === 'services') {
    const { headers } = await fetch(`${stage().fleet.process('api').url}/health/ready`);
    return new Date(headers.get('date') ?? '');
  }
  const [row] = await stage().fleet.rows.query<{ now: Date }>('select clock_timestamp() as now');
  return row?.now ?? new Date(0);
}

it.each<[Who, number, number]>([
  ['services', 0, MINUTES],
  ['services', MINUTES, -MINUTES],
  ['postgres', 0, MINUTES],
  ['postgres', MINUTES, 0],
])('questions outlive a jump of the clock of %s from %i to %i minutes', async (who, before, minutes) => {
  const { fleet, load } = stage();
  const open = await load.flow(LOADED_MS);
  const from = performance.now();
  setClock(who, minutes);
  const isThere = async (): Promise<boolean> =>
    Math.abs((await now(who)).getTime() - Date.now() - minutes * 60_000) < CLOSE_S * 1000;
  expect(await eventually(isThere)).toBe(true);
  const jumpedAt = performance.now();
  if (who === 'postgres' && minutes < before) for (const sql of REMEDY) await fleet.rows.query(sql);
  await load.flow(LOADED_MS);
  // then all other processes seem silent to Postgres
  const isAhead = who === 'postgres' && minutes > before;
  const faults = isAhead ? [await fleet.fault(load.ids, from, null, jumpedAt + SILENT_MS)] : [];
  const figures = await load.check(faults);
  report(
    `${who} from ${before} to ${minutes} min with ${open} under way: the last ended ${performance.now() - jumpedAt} ms later; ` +
      `${figures}`,
  );
});
