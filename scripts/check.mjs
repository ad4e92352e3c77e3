/** `npm run check`: format, lint, types, boundaries, cycles, dead code; arguments name the steps to run. */
import { spawn } from 'node:child_process';
import { childEnvironment, ensureInstalled, fail, node24, projectRoot, tool } from './toolchain.mjs';

const steps = {
  build: ['typescript', 'bin/tsc', '-b'],
  format: ['prettier', 'bin/prettier.cjs', '--check', '--log-level=warn', '.'],
  types: ['typescript', 'bin/tsc', '-p', 'tsconfig.spec.json'],
  'page types': ['typescript', 'bin/tsc', '-p', 'apps/web/tsconfig.json'],
  lint: ['eslint', 'bin/eslint.js', '--max-warnings=0', '.'],
  boundaries: [
    'dependency-cruiser',
    'bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'libs',
    'apps',
  ],
  'dead code': ['knip', 'bin/knip.js', '--no-progress', '--no-config-hints'],
};
/** Steps at once: as many as a small machine has cores. */
const LANES = 2;

function runStep(name) {
  const [program, path, ...parameters] = steps[name];
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(node24(), [tool(program, path), ...parameters], {
      cwd: projectRoot,
      env: childEnvironment(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('close', (code) => {
      const passed = code === 0;
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      if (!passed) console.log(`${Buffer.concat(output).toString().trimEnd()}\n`);
      resolve({ name, passed });
    });
  });
}

await ensureInstalled();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) fail(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`);
const queue = wanted.length > 0 ? wanted : Object.keys(steps);
const outcomes = [];
const lane = async () => {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) outcomes.push(await runStep(name));
};
await Promise.all(Array.from({ length: LANES }, lane));
const failed = outcomes.filter((outcome) => !outcome.passed).map((outcome) => outcome.name);
if (failed.length > 0) fail(`Failed: ${failed.join(', ')}.`);
