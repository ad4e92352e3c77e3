/** Runs jest for nx.json: `--unit`, `--integration`, `--leaving-out FOLDER`, `--counts NAME` (writes counts). */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countsFile, writeCounts } from './test-summary-reporter.mjs';
import { projectRoot, runJest } from './toolchain.mjs';

const NONE = { passed: 0, failed: 0, skipped: 0, skippedSuites: [], failures: [] };

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
// nx runs one project per core: no workers
const suites = values.unit ? ['--testMatch', '**/!(*.integration).spec.{ts,tsx}', '--maxWorkers', '1'] : [];
if (values.integration) suites.push('--testMatch', '**/*.integration.spec.ts');
const without = ['/node_modules/', '/dist/', ...(values['leaving-out'] ? [values['leaving-out']] : [])];
const leftOut = without.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]);
const environment = values.counts ? { ASSAY_TEST_COUNTS: countsFile(values.counts) } : {};
// jest needs seconds to find nothing
if (values.unit && !positionals.some(hasUnitSuites)) writeCounts(values.counts, NONE);
else process.exitCode = await runJest([...roots, ...suites, ...leftOut, '--passWithNoTests'], environment);

function hasUnitSuites(folder) {
  const found = globSync('**/*.spec.{ts,tsx}', {
    cwd: resolve(projectRoot, folder),
    exclude: ['**/node_modules', '**/dist'],
  });
  return found.some((suite) => !suite.endsWith('.integration.spec.ts'));
}
