import { afterAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { drillStage, recordServer } from './drill-stage.js';
import { report } from './load.js';

const SIZE = '600m';
const FULL_MS = 6000;
const LOADED_MS = 5000;
/** Half a second of claims and heartbeats is lost in a crash, and noticed at the next. */
const FORGOTTEN_MS = 5000;

const GROW = "insert into filler select repeat('-', 200) from generate_series(1, 1000)";
const LOG = "select pg_logical_emit_message(true, 'filler', repeat('-', 100000))";

const disk = mkdtempSync(join(tmpdir(), 'assay-disk-'));
const filling = join(disk, 'filling');

const stage = drillStage(async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
  const folder = join(disk, 'record');
  execFileSync('mkdir', [folder]);
  // no segment is used again: WAL needs room, too
  return { server: await recordServer(folder, ['wal_keep_size=10GB']) };
});
afterAll(() => {
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true });
});

/** First no table grows; then WAL does not, and PostgreSQL ends until there is room. */
async function fillAndFree(): Promise<void> {
  try {
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${filling} bs=64k 2>/dev/null || true`]);
    await expect(untilRefused(GROW)).rejects.toThrow();
    await delay(FULL_MS);
    await expect(untilRefused(LOG)).rejects.toThrow();
    expect(statfsSync(disk).bavail).toBe(0);
    await delay(FULL_MS);
    const asked = await stage().fleet.api.post('/v1/questions', { workspace: 'any', question: 'Is there room?' });
    const { output } = stage().fleet.process('api');
    expect([asked.status, output]).toEqual([503, expect.anything()]);
  } finally {
    rmSync(filling);
  }
}

async function untilRefused(sql: string): Promise<never> {
  for (;;) await stage().fleet.rows.query(sql);
}

it('questions outlive a full disk', async () => {
  const { fleet, load } = stage();
  const open = await load.flow(LOADED_MS);
  const from = performance.now();
  await fleet.rows.query('create table filler (text text)');
  await fillAndFree();
  const freedAt = performance.now();
  await load.flow(0);
  const takenMs = performance.now() - freedAt;
  await load.flow(LOADED_MS);
  const fault = await fleet.fault(load.ids, from, null, freedAt + FORGOTTEN_MS);
  const figures = await load.check([fault]);
  report(`full for ${freedAt - from} ms with ${open} under way; taken again after ${takenMs} ms; ` + `${figures}`);
});
