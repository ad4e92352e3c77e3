/**
 * `npm test`: every test, from the sources. Unit suites through nx, which remembers what passed; integration and end-to-end
 * suites always. `--affected` leaves out what no change since the last commit on main can have touched; any other
 * arguments are jest's.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { affectedProjects, allProjects } from './affected.mjs';
import { countsFile, summaryOf, sumOfCounts } from './test-summary-reporter.mjs';
import { build, ensureInstalled, fail, nx, projectRoot, runJest } from './toolchain.mjs';

const INTEGRATION = 'integration';
const FAULTS = 'faults';
/** Folders by the names of projects; the project of the root has none of its own, and no integration suites. */
const folderOf = (project) =>
  ['libs', 'apps', '.'].map((at) => join(at, project.replace('@assay/', ''))).find((folder) => existsSync(folder));

process.chdir(projectRoot);
await ensureInstalled();
// Some suites start services as processes of their own, and those run what was built.
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
const words = process.argv.slice(2);
const affected = words.length === 1 && words[0] === '--affected';
process.exitCode =
  words.length === 0 || affected
    ? await runProjects(affected ? await affectedProjects() : await allProjects())
    : await runJest(words);

async function runProjects(names) {
  rmSync(dirname(countsFile('any')), { recursive: true, force: true });
  if (names.length === 0) {
    console.log('Nothing has changed since the last commit on main.');
    return 0;
  }
  const units = await nx(['run-many', '-t', 'test', '-p', names.join(',')]);
  const suites = await runIntegration(names);
  const counted = [...names.map((name) => folderOf(name) ?? name), ...suites.map(({ name }) => name)];
  process.stdout.write(summaryOf(sumOfCounts(counted)));
  return units || (suites.find(({ code }) => code !== 0)?.code ?? 0);
}

/**
 * All in one jest, which keeps the machine busy without crowding it; beside it, one after another, the suites of faults,
 * which spend most of their time waiting for heartbeats, leases and deadlines.
 */
async function runIntegration(names) {
  const folders = names.map(folderOf).filter((folder) => folder !== undefined);
  const slowFirst = ['--testSequencer', resolve(projectRoot, 'scripts', 'slow-first.mjs')];
  const lanes = folders.length === 0 ? [] : [lane(INTEGRATION, folders, ['/e2e/faults/'], slowFirst)];
  if (names.includes('e2e')) lanes.push(lane(FAULTS, ['e2e/faults'], [], ['--maxWorkers', '1']));
  return Promise.all(lanes);
}

/** One jest over folders; its exit code, and the name of its counts. */
async function lane(name, folders, without, flags = []) {
  const roots = folders.flatMap((folder) => ['--roots', resolve(projectRoot, folder)]);
  const leftOut = ['/node_modules/', '/dist/', ...without].flatMap((path) => ['--testPathIgnorePatterns', path]);
  const suites = ['--testMatch', '**/*.integration.spec.ts', '--passWithNoTests'];
  const code = await runJest([...roots, ...leftOut, ...suites, ...flags], { ASSAY_TEST_COUNTS: countsFile(name) });
  return { name, code };
}
