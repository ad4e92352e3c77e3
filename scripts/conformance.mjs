/**
 * `npm run conformance [jest arguments]`: 2,000 generated statements for each dialect, whose rows must equal those of an
 * independent client. `ASSAY_CONFORMANCE_SEED` chooses other statements;
 * `ASSAY_CONFORMANCE_ROLES=none` leaves out rights, for a stand-in that manages no users.
 * `npm run conformance -- <dialect> <url> [jest arguments]`: the suites of drivers on a server, in a database and users
 * that they make and drop; the url's user may create both. For `clickhouse` without a url: on the engine in `chdb`, which
 * is installed (540 MB) into a folder of caches.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { conformanceOf } from './conformance-words.mjs';
import { build, ensureInstalled, fail, npm, runJest } from './toolchain.mjs';

const CHDB = '3.4.0';
const FOLDER = 'libs/target-database/src/conformance';
const DRIVERS = ['conformance', 'statements'].map((name) => `${FOLDER}/${name}.integration`);
const CLICKHOUSE = `${FOLDER}/clickhouse-server`;

const wanted = conformanceOf(process.argv.slice(2));
if ('problem' in wanted) fail(wanted.problem);
await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
process.exitCode = await run(wanted);

async function run({ dialect, url, parameters }) {
  if (dialect === null) {
    const statements = process.env.ASSAY_CONFORMANCE_STATEMENTS ?? '2000';
    return runJest([`${FOLDER}/differential`, ...parameters], { ASSAY_CONFORMANCE_STATEMENTS: statements });
  }
  const environment = { ASSAY_CONFORMANCE_DIALECT: dialect };
  // Suites make the same database on that server.
  const own = dialect === 'clickhouse' ? [CLICKHOUSE] : [];
  const inTurn = ['--runInBand', ...DRIVERS, ...own, ...parameters];
  if (url !== null) return runJest(inTurn, { ...environment, ASSAY_CONFORMANCE_URL: url });
  const suites = [...DRIVERS, CLICKHOUSE, 'libs/behaviour-engines/src/(clickhouse|column-types)', 'e2e/clickhouse'];
  return runJest([...suites, '-t', '[Cc]lick[Hh]ouse', ...parameters], { ...environment, ASSAY_CHDB: await chdb() });
}

/** Folder in which chdb is installed. */
async function chdb() {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'assay', `chdb-${CHDB}`);
  if (existsSync(join(folder, 'node_modules', 'chdb', 'package.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const parameters = ['install', '--no-save', '--no-audit', '--no-fund', `--prefix=${folder}`, `chdb@${CHDB}`];
  if ((await npm(parameters)) !== 0) fail(`chdb@${CHDB} could not be installed into ${folder}.`);
  return folder;
}
