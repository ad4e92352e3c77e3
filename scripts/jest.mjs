/**
 * Runs jest over folders, for the targets of nx.json: `--unit` runs the suites that need nothing but the sources,
 * `--integration` the others, `--leaving-out FOLDER` none below there. `--counts NAME` writes down how many tests passed.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countsFile } from './test-summary-reporter.mjs';
import { projectRoot, runJest } from './toolchain.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    unit: { type: 'boolean' },
    integration: { type: 'boolean' },
    'leaving-out': { type: 'string' },
    counts: { type: 'string' },
  },
});
const roots = positionals.flatMap((folder) => ['--roots', resolve(projectRoot, folder)]);
const suites = values.unit ? ['--testMatch', '**/!(*.integration).spec.ts'] : [];
if (values.integration) suites.push('--testMatch', '**/*.integration.spec.ts');
const without = ['/node_modules/', '/dist/', ...(values['leaving-out'] ? [values['leaving-out']] : [])];
const leftOut = without.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]);
const environment = values.counts ? { ASSAY_TEST_COUNTS: countsFile(values.counts) } : {};
process.exitCode = await runJest([...roots, ...suites, ...leftOut, '--passWithNoTests'], environment);
