/**
 * `npm test`: every test, from the sources. Unit suites through nx, which remembers what passed; integration and end-to-end
 * suites always. `--affected` leaves out what no change since the last commit on main can have touched; any other
 * arguments are jest's.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { countsFile, summaryOf, sumOfCounts } from './test-summary-reporter.mjs';
import { build, capture, ensureInstalled, fail, node24, nx, projectRoot, runJest, tool } from './toolchain.mjs';

const INTEGRATION = 'integration';
/** Folders by the names of projects; the project of the root has no integration suites. */
const folderOf = (project) =>
  ['libs', 'apps', '.'].map((at) => `${at}/${project.replace('@assay/', '')}`).find((folder) => existsSync(folder));

process.chdir(projectRoot);
await ensureInstalled();
// Some suites start services as processes of their own, and those run what was built.
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
const words = process.argv.slice(2);
const affected = words.length === 1 && words[0] === '--affected';
process.exitCode = words.length === 0 || affected ? await runProjects(await projects(affected)) : await runJest(words);

async function runProjects(names) {
  rmSync(dirname(countsFile('any')), { recursive: true, force: true });
  if (names.length === 0) {
    console.log('Nothing has changed since the last commit on main.');
    return 0;
  }
  const units = await nx(['run-many', '-t', 'test', '-p', names.join(',')]);
  const suites = await runIntegration(names);
  process.stdout.write(summaryOf(sumOfCounts(suites === null ? names : [...names, INTEGRATION])));
  return units || suites || 0;
}

/** All in one jest, which keeps the machine busy without crowding it; null where there is nothing to run. */
async function runIntegration(names) {
  const roots = names.map(folderOf).filter((folder) => folder !== undefined);
  if (roots.length === 0) return null;
  const flags = ['--testMatch', '**/*.integration.spec.ts', '--passWithNoTests'];
  const parameters = [...roots.flatMap((root) => ['--roots', `${projectRoot}/${root}`]), ...flags];
  return runJest(parameters, { ASSAY_TEST_COUNTS: countsFile(INTEGRATION) });
}

/** The names of the projects to test: all of them where there is no git, or no main. */
async function projects(onlyAffected) {
  const since = onlyAffected ? await lastCommitOnMain() : null;
  const filter = since === null ? [] : ['--affected', `--base=${since}`];
  const { code, text } = await capture(node24(), [
    tool('nx', 'dist/bin/nx.js'),
    'show',
    'projects',
    '--json',
    ...filter,
  ]);
  if (code !== 0) fail(text);
  return JSON.parse(text.slice(text.indexOf('[')));
}

async function lastCommitOnMain() {
  for (const branch of ['main', 'origin/main']) {
    const { code, text } = await capture('git', ['rev-parse', '--verify', '--quiet', branch]);
    if (code === 0) return text.trim();
  }
  console.error('There is no main to compare with, so everything is tested.');
  return null;
}
