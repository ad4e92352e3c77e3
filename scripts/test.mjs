/**
 * `npm test`: every test, from the sources. Unit suites through nx, which remembers what passed; integration and end-to-end
 * suites always. `--affected` leaves out what no change since the last commit on main can have touched; `--quick` runs unit
 * suites and those integration suites that need no build; any other arguments are jest's.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { affectedProjects, allProjects } from './affected.mjs';
import { countsFile, summaryOf, sumOfCounts } from './test-summary-reporter.mjs';
import { build, ensureInstalled, fail, node24, nx, projectRoot, run, runJest } from './toolchain.mjs';

const INTEGRATION = 'integration';
/** Fast integration suites: those of the libraries below the services, which need Postgres and Redis and nothing else. */
const FAST = ['libs/persistence', 'libs/work'];
/** The bundled services and child processes that tests start, and the bundled packages that suites load. */
const PROGRAMS = join(projectRoot, '.nx', 'programs');
const PACKAGES = join(projectRoot, '.nx', 'packages');
const SCRIPTS = join(projectRoot, '.nx', 'scripts');
/** One more than cores: suites wait half of their time. */
const WORKERS = 3;
/** Folders by project name; the root project has no folder and no integration suites. */
const folderOf = (project) =>
  ['libs', 'apps', '.'].map((at) => join(at, project.replace('@assay/', ''))).find((folder) => existsSync(folder));

process.chdir(projectRoot);
await ensureInstalled();
if (!(await bundled('packages', PACKAGES))) fail('The packages could not be bundled.');
if (!(await bundled('scripts', SCRIPTS))) fail('The scripts of child processes could not be bundled.');
const words = process.argv.slice(2);
const [mode] = words.length === 1 ? words : [];
if (words.length === 0) process.exitCode = await runAll(await allProjects());
else if (mode === '--affected') process.exitCode = await runAll(await affectedProjects());
else if (mode === '--quick') process.exitCode = await runQuick(await allProjects());
else process.exitCode = (await compiled(build())) ? await runJest(words) : 1;

/** Unit suites, one project at a time, beside the build and what follows it: one jest for all integration suites. */
async function runAll(names) {
  if (names.length === 0) {
    console.log('Nothing has changed since the last commit on main.');
    return 0;
  }
  clearCounts();
  const ready = compiled(build());
  const folders = names.map(folderOf).filter((folder) => folder !== undefined);
  const flags = ['--testSequencer', resolve(projectRoot, 'scripts', 'slow-first.mjs'), '--maxWorkers', String(WORKERS)];
  const integration = ready.then((built) => built && folders.length > 0 && lane(INTEGRATION, folders, [], flags));
  const code = await report(names, [runUnits(names, 1), integration]);
  return (await ready) ? code : 1;
}

/** Unit suites, and beside them the fast integration suites. */
async function runQuick(names) {
  clearCounts();
  return report(names, [runUnits(names, 2), lane(INTEGRATION, FAST, [], ['--maxWorkers', '1'])]);
}

/** Prints the sum of what the lanes counted; the first exit code that is none of success. */
async function report(names, lanes) {
  const ended = (await Promise.all(lanes)).filter((each) => each !== false);
  const suites = ended.flatMap(({ name }) => name ?? []);
  process.stdout.write(summaryOf(sumOfCounts([...names.map((name) => folderOf(name) ?? name), ...suites])));
  return ended.find(({ code }) => code !== 0)?.code ?? 0;
}

function clearCounts() {
  rmSync(dirname(countsFile('any')), { recursive: true, force: true });
}

/** Some suites start services as processes of their own, and those run what was built, bundled. */
async function compiled(building) {
  if ((await building) !== 0) {
    console.error('The sources do not compile, so they cannot be tested.');
    return false;
  }
  return bundled('programs', PROGRAMS);
}

/** Bundles into the folder, which suites find by a variable. */
async function bundled(what, folder) {
  process.env[`ASSAY_TEST_${what.toUpperCase()}`] = folder;
  return (await run(node24(), [resolve(projectRoot, 'scripts', `bundle-${what}.mjs`), folder])) === 0;
}

/** Unit suites of these projects, so many projects at once. */
async function runUnits(names, parallel) {
  return { code: await nx(['run-many', '-t', 'test', '-p', names.join(','), `--parallel=${parallel}`]) };
}

/** One jest over folders; its exit code, and the name of its counts. */
async function lane(name, folders, without, flags) {
  const roots = folders.flatMap((folder) => ['--roots', resolve(projectRoot, folder)]);
  const leftOut = ['/node_modules/', '/dist/', ...without].flatMap((path) => ['--testPathIgnorePatterns', path]);
  const suites = ['--testMatch', '**/*.integration.spec.ts', '--passWithNoTests'];
  const code = await runJest([...roots, ...leftOut, ...suites, ...flags], { ASSAY_TEST_COUNTS: countsFile(name) });
  return { name, code };
}
