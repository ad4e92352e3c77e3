/**
 * Mutation check: changes one thing in a scratch copy, runs affected suites and smoke questions, and reports what
 * assertions caught. Not in CI.
 * node scripts/mutations.mjs [--seed N] [--count 30] [--area NAME] [--tree PATH] [--results FILE] [--from FILE]
 * Mutations are drawn by seed over all areas. `--tree`: an installed and built clone. `--from` repeats earlier results
 * and fails on regressions. Resumes from `--results` (.nx/mutations.json).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawn, mutated, sitesOf } from './mutations/sites.mjs';
import { childEnvironment, fail, node24, projectRoot } from './toolchain.mjs';

const TSC = 'node_modules/typescript/bin/tsc';
const BUILD = [[TSC, '-b']];
const BUILD_PAGE = [
  [TSC, '-p', 'apps/web/tsconfig.json'],
  ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', 'apps/web'],
];
const SMOKE = ['e2e/cases.e2e'];
const AREAS = {
  decision: { sources: ['libs/decision/src'], roots: ['libs/decision'], build: BUILD, smoke: SMOKE },
  engine: {
    sources: ['libs/work/src', 'libs/persistence/src'],
    roots: ['libs/work', 'libs/persistence'],
    build: BUILD,
    smoke: SMOKE,
  },
  guard: { sources: ['libs/sql/src/guard'], roots: ['libs/sql'], build: BUILD, smoke: SMOKE },
  api: { sources: ['apps/api/src'], roots: ['apps/api'], build: BUILD, smoke: SMOKE },
  page: { sources: ['apps/web/src'], roots: ['apps/web'], build: BUILD_PAGE, smoke: ['e2e/page/work.e2e'] },
};
const NOT_MUTATED = /\.(spec|fixture|d)\.tsx?$|\/(testing|fixtures|conformance|openapi|migrations)\/|\/index\.ts$/;
/** Only a hang takes this long. */
const LIMIT_MS = 900_000;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
    area: { type: 'string' },
    tree: { type: 'string', default: projectRoot },
    results: { type: 'string' },
    from: { type: 'string' },
  },
});
const tree = resolve(options.tree);
const resultsFile = resolve(options.results ?? join(tree, '.nx', 'mutations.json'));
const earlier = options.from === undefined ? null : readJson(resolve(options.from));
const state = existsSync(resultsFile) ? readJson(resultsFile) : { seed: options.seed, baseline: {}, results: [] };
if (state.seed !== options.seed) fail(`${resultsFile} is of seed ${state.seed}.`);
// same file system: packages are linked
mkdirSync(join(tree, '.nx'), { recursive: true });
const scratch = mkdtempSync(join(tree, '.nx', 'mutations-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

copyTree();
console.log(`Mutating a copy of ${tree}`);
for (const area of options.area === undefined ? Object.keys(AREAS) : [options.area]) await check(area);
process.exitCode = report();

/** Without git; packages are linked. */
function copyTree() {
  const script = `cd "$1" && mkdir "$2/node_modules" && cp -al node_modules/. "$2/node_modules/" && rm -rf "$2/node_modules/.cache"
    git ls-files -z | tar -c --null -T - -f - | tar -x -C "$2" -f -
    find libs apps e2e -name node_modules -prune -o \\( -name dist -o -name '*.tsbuildinfo' \\) -prune -print0 | tar -c --null -T - -f - | tar -x -C "$2" -f -
    for each in libs/*/node_modules apps/*/node_modules; do [ ! -d "$each" ] || cp -al "$each" "$2/$each"; done`;
  if (spawnSync('sh', ['-c', script, 'sh', tree, scratch], { stdio: 'inherit' }).status !== 0) fail('No copy.');
}

async function check(area) {
  const sites = sitesOfArea(area);
  if (!builds(AREAS[area].build)) fail('The tree does not build.');
  const wanted = Math.ceil(Number(options.count) / (options.area === undefined ? Object.keys(AREAS).length : 1));
  const repeated = earlier?.results.filter((each) => each.area === area && each.status !== 'compile error');
  const queue = repeated === undefined ? drawn(sites, Number(options.seed)) : repeated;
  for (const { key } of queue) {
    const valid = state.results.filter((each) => each.area === area && each.status !== 'compile error');
    if (repeated === undefined && valid.length >= wanted) return;
    if (state.results.some((each) => each.key === key)) continue;
    const site = sites.find((each) => each.key === key);
    const result = site === undefined ? { status: 'not there' } : tryMutation(area, site);
    // signals reach the child, too
    await immediate();
    const { path, line, operator, text, replacement } = site ?? { operator: key };
    state.results.push({ key, area, path, line, operator, text, replacement, ...result });
    writeFileSync(resultsFile, JSON.stringify(state, null, 2));
    console.log(rowOf(state.results.at(-1)));
  }
}

function sitesOfArea(area) {
  const files = AREAS[area].sources.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: scratch })).sort();
  const sources = files.filter((path) => !NOT_MUTATED.test(path));
  return sources.flatMap((path) => sitesOf(path, readFileSync(join(scratch, path), 'utf8')));
}

function tryMutation(area, site) {
  const { roots, build, smoke } = AREAS[area];
  const affected = [...roots.flatMap((root) => ['--roots', root]), '--findRelatedTests', site.path];
  const file = join(scratch, site.path);
  const source = readFileSync(file, 'utf8');
  const builtWith = (text) => (writeFileSync(file, text), builds(build));
  /** Fails without the mutation, too. */
  const failsAnyway = (words) => {
    const key = words.join(' ');
    if (state.baseline[key] === undefined) {
      if (!builtWith(source)) fail('The tree does not build.');
      state.baseline[key] = failuresOf(words).failed;
      builtWith(mutated(source, site));
    }
    return state.baseline[key];
  };
  try {
    if (!builtWith(mutated(source, site))) return { status: 'compile error' };
    let status = 'survived';
    for (const words of [affected, smoke]) {
      const { failed, other } = failuresOf(words);
      const by = failed.find((test) => !failsAnyway(words).includes(test));
      if (by !== undefined) return { status: 'caught', by };
      status = other ?? status;
    }
    return { status };
  } finally {
    writeFileSync(file, source);
  }
}

function builds(commands) {
  return commands.every((words) => runNode(words).status === 0);
}

/** Failed assertions, or another end. */
function failuresOf(words) {
  const output = join(scratch, 'jest.json');
  rmSync(output, { force: true });
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const jest = runNode([...flags, '--runInBand', '--passWithNoTests', '--json', '--outputFile', output, ...words]);
  if (!existsSync(output)) return { failed: [], other: jest.error?.code === 'ETIMEDOUT' ? 'timeout' : 'crash' };
  const tests = readJson(output).testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ failureMessages }) => failureMessages?.some(isAssertion));
  return { failed: failed.map(({ fullName }) => fullName), other: jest.status === 0 ? undefined : 'crash' };
}

function isAssertion(message) {
  return /expect\(|Property failed after/.test(message) && !/Exceeded timeout of/.test(message);
}

function runNode(words) {
  const environment = { ...childEnvironment(), ASSAY_TEST_COUNTS: join(scratch, 'counts.json'), FORCE_COLOR: '0' };
  const limits = { timeout: LIMIT_MS, killSignal: 'SIGKILL' };
  return spawnSync(node24(), words, { cwd: scratch, env: environment, stdio: 'ignore', ...limits });
}

function report() {
  const caught = state.results.filter(({ status }) => status === 'caught');
  const valid = state.results.filter(({ status }) => !['compile error', 'not there'].includes(status));
  console.log(['', ...state.results.map(rowOf), '', `${caught.length} of ${valid.length} mutations caught`].join('\n'));
  const kept = new Set(state.results.filter(({ status }) => status !== 'not there').map(({ key }) => key));
  const lost = (earlier?.results ?? []).filter(
    ({ key, status }) => status === 'caught' && kept.has(key) && !caught.some((each) => each.key === key),
  );
  for (const each of lost) console.log(`caught before, not now: ${each.key}`);
  return lost.length === 0 ? 0 : 1;
}

function rowOf({ area, status, operator, path, line, text = '', replacement = '', by = '' }) {
  const short = (words) => words.replace(/\s+/g, ' ').slice(0, 50);
  const change = path === undefined ? '' : `${path}:${line}  ${short(text)} → ${short(replacement)}`;
  return `${status.padEnd(13)} ${area.padEnd(8)} ${operator.padEnd(16)} ${change}  ${by}`.trimEnd();
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
