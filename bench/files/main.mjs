/**
 * Time and memory of loading a CSV file: `npm run bench files [-- megabytes]` (default 1024), with regular columns, and
 * with a word in the last line of a number column.
 */
import { createWriteStream, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { filesDatabase } from '../../libs/target-database/dist/duckdb/files-database.js';

const MEGABYTE = 1024 * 1024;
const LINES_AT_ONCE = 5000;
/** How often memory is looked at, milliseconds. */
const LOOK_MS = 100;
const CITIES = ['Bologna', 'Torino', 'Forlì', '"Reggio, nell’Emilia"', 'Bari'];
const HEADER = 'id,customer,city,ordered_on,ordered_at,amount,discount,paid,note,code\n';

const megabytes = Number(process.argv[2] ?? 1024);
if (!(megabytes > 0)) throw new Error(`expected a number of megabytes, not "${process.argv[2]}"`);
const folder = await mkdtemp(join(tmpdir(), 'assay-bench-files-'));
try {
  for (const [name, last] of [
    ['plain', ''],
    ['a word in the last line', `word${',1'.repeat(9)}\n`],
  ]) {
    const path = join(folder, `${last === '' ? 'plain' : 'word'}.csv`);
    const rows = await write(path, last);
    const seen = await measured(() => filesDatabase({ path, files: null, mayBeEmpty: false }));
    const { size } = await stat(path);
    console.log(
      `${name}: ${(size / MEGABYTE).toFixed(0)} MB, ${rows} rows, ${(seen.milliseconds / 1000).toFixed(1)} s, ` +
        `${(seen.bytes / MEGABYTE).toFixed(0)} MB of memory at most; ${seen.result.findings.join(' ') || 'no findings'}`,
    );
    await rm(path);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Fills the file, appends `last`; returns the rows. */
async function write(path, last) {
  let rows = 0;
  await pipeline(function* () {
    let left = megabytes * MEGABYTE;
    yield HEADER;
    while (left > 0) {
      const chunk = Array.from({ length: LINES_AT_ONCE }, () => line(++rows)).join('');
      left -= Buffer.byteLength(chunk);
      yield chunk;
    }
    yield last;
  }, createWriteStream(path));
  return rows + (last === '' ? 0 : 1);
}

function line(row) {
  const day = String((row % 28) + 1).padStart(2, '0');
  const amount = ((row * 7919) % 100000) / 100;
  const paid = row % 3 === 0 ? 'true' : 'false';
  return (
    `${row},${(row * 31) % 50000},${CITIES[row % CITIES.length]},2025-03-${day},2025-03-${day} 10:${day}:00,` +
    `${amount},${row % 7},${paid},order number ${row} of many,C${row % 997}-${row % 13}\n`
  );
}

/** Result, time, and peak memory of the children. */
async function measured(work) {
  let bytes = 0;
  const timer = setInterval(() => (bytes = Math.max(bytes, childrenBytes())), LOOK_MS);
  const started = performance.now();
  try {
    const result = await work();
    return { result, milliseconds: performance.now() - started, bytes };
  } finally {
    clearInterval(timer);
  }
}

/** Resident memory of the processes that this one has started. */
function childrenBytes() {
  const children = globSync(`/proc/${process.pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, 'utf8').trim().split(' ').filter(Boolean),
  );
  return children.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function residentBytes(pid) {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
