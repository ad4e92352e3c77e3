/** `npm run check [steps]`: format, generated files, lint, types, boundaries, cycles, seeds, docs, dead code. */
import { ensureInstalled, fail, nx } from './toolchain.mjs';

/**
 * Targets of project.json, and `build` of every package. Lint is slowest, so first; nx keeps the order without history.
 */
const STEPS = [
  'lint',
  'build',
  'format',
  'manifests',
  'types',
  'page-types',
  'boundaries',
  'seeds',
  'docs',
  'dead-code',
];

await ensureInstalled();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.includes(name));
if (unknown.length > 0) fail(`No such step: ${unknown.join(', ')}. There are: ${STEPS.join(', ')}.`);
process.exitCode = await nx(['run-many', '-t', (wanted.length > 0 ? wanted : STEPS).join(',')]);
