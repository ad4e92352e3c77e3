/**
 * `npm test`: every test, from the sources. Unit suites through nx, which remembers what passed; integration and end-to-end
 * suites always. `--affected` leaves out what no change since the last commit on main can have touched; any other
 * arguments are jest's.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { affectedProjects, allProjects } from './affected.mjs';
import { countsFile, summaryOf, sumOfCounts } from './test-summary-reporter.mjs';
import { build, ensureInstalled, fail, nx, projectRoot, runJest } from './toolchain.mjs';

const INTEGRATION = 'integration';
/** One more than a small machine has cores: suites wait now and then, those of faults for beats, leases and deadlines. */
const WORKERS = '3';
/** Folders by the names of projects; the project of the root has no integration suites. */
const folderOf = (project) =>
  ['libs', 'apps', '.'].map((at) => `${at}/${project.replace('@assay/', '')}`).find((folder) => existsSync(folder));

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
  const folders = names.map(folderOf).filter((folder) => folder !== undefined);
  const suites = folders.length === 0 ? null : await runIntegration(folders);
  process.stdout.write(summaryOf(sumOfCounts(suites === null ? names : [...names, INTEGRATION])));
  return units || (suites ?? 0);
}

/** All in one jest, which keeps the machine busy without crowding it. Its exit code. */
function runIntegration(folders) {
  const roots = folders.flatMap((folder) => ['--roots', resolve(projectRoot, folder)]);
  const leftOut = ['/node_modules/', '/dist/'].flatMap((path) => ['--testPathIgnorePatterns', path]);
  const suites = ['--testMatch', '**/*.integration.spec.ts', '--passWithNoTests'];
  const order = ['--maxWorkers', WORKERS, '--testSequencer', resolve(projectRoot, 'scripts', 'slow-first.mjs')];
  return runJest([...roots, ...leftOut, ...suites, ...order], { ASSAY_TEST_COUNTS: countsFile(INTEGRATION) });
}
