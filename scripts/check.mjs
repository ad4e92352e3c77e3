/** `npm run check`: format, generated files, lint, types, boundaries, cycles, the seeds, dead code; arguments name the steps to run. */
import { ensureInstalled, fail, nx } from './toolchain.mjs';

/**
 * Targets of the whole project (project.json), and `build`, which every package has. Lint takes as long as most others
 * together: it comes first, and nx keeps this order where it has no history.
 */
const STEPS = ['lint', 'build', 'format', 'manifests', 'types', 'page-types', 'boundaries', 'seeds', 'dead-code'];

await ensureInstalled();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.includes(name));
if (unknown.length > 0) fail(`No such step: ${unknown.join(', ')}. There are: ${STEPS.join(', ')}.`);
process.exitCode = await nx(['run-many', '-t', (wanted.length > 0 ? wanted : STEPS).join(',')]);
