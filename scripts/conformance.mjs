/**
 * `npm run conformance [jest arguments]`: 2,000 generated statements for each dialect, whose rows must equal those of an
 * independent client. `ASSAY_CONFORMANCE_SEED` chooses other statements.
 * `npm run conformance -- clickhouse [url] [jest arguments]`: the suites of drivers, on a server whose url is of a user
 * who may create databases and users, or on the engine in `chdb`, which is installed (540 MB) into a folder of caches.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { build, ensureInstalled, fail, npm, runJest } from './toolchain.mjs';

const CHDB = '3.4.0';
const FOLDER = 'libs/target-database/src/conformance';

await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
const [dialect, ...rest] = process.argv.slice(2);
process.exitCode = dialect === 'clickhouse' ? await clickhouse(rest) : await differential(process.argv.slice(2));

function differential(parameters) {
  const statements = process.env.ASSAY_CONFORMANCE_STATEMENTS ?? '2000';
  return runJest([`${FOLDER}/differential`, ...parameters], { ASSAY_CONFORMANCE_STATEMENTS: statements });
}

async function clickhouse([url, ...parameters]) {
  const isUrl = url?.startsWith('clickhouse:') ?? false;
  const environment = isUrl ? { ASSAY_CONFORMANCE_URL: url } : { ASSAY_CHDB: await chdb() };
  const given = isUrl || url === undefined ? parameters : [url, ...parameters];
  const drivers = ['conformance', 'statements'].map((name) => `${FOLDER}/${name}.integration`);
  const suites = [...drivers, ...(isUrl ? [] : ['e2e/clickhouse'])];
  return runJest([...suites, '-t', 'ClickHouse', ...given], environment);
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
