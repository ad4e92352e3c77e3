import { mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from './toolchain.mjs';

/**
 * Where the counts of the last run under a name are, a project's under its folder; nx keeps them with the outcome of a
 * `test` target. It takes the path for a pattern, and finds none that an `@` is in.
 */
export function countsFile(name) {
  return join(projectRoot, 'node_modules', '.cache', 'assay', 'tests', `${name}.json`);
}

/** Writes down the counts of a run under a name; without a name nothing reads them. */
export function writeCounts(name, counts) {
  if (name !== undefined) writeTo(countsFile(name), counts);
}

function writeTo(file, counts) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(counts));
}

/** The counts that runs have written, as one. Runs that ended before they could write any count as one failure each. */
export function sumOfCounts(names) {
  const sum = { passed: 0, failed: 0, skipped: 0, skippedSuites: [], failures: [] };
  for (const counts of names.map(readCounts)) {
    for (const key of ['passed', 'failed', 'skipped']) sum[key] += counts[key];
    for (const key of ['skippedSuites', 'failures']) sum[key].push(...counts[key]);
  }
  return sum;
}

function readCounts(name) {
  try {
    return JSON.parse(readFileSync(countsFile(name), 'utf8'));
  } catch {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      skippedSuites: [],
      failures: [`${name} ended before it wrote its counts`],
    };
  }
}

/** The suites that were skipped, the tests that failed, and one plain line that continuous integration reads. */
export function summaryOf({ passed, failed, skipped, skippedSuites, failures }) {
  const lines = [...skippedSuites.map((title) => `skipped: ${title}`), ...failures.map((test) => `failed: ${test}`)];
  return ['', ...lines, `${passed} passed, ${failed} failed, ${skipped} skipped`, ''].join('\n');
}

/** Ends a test run with its summary; where ASSAY_TEST_COUNTS names a file, writes the counts there instead. */
export default class TestSummaryReporter {
  onRunComplete(_contexts, results) {
    const skippedSuites = results.testResults.flatMap((file) =>
      file.testResults
        .filter((test) => test.status === 'pending' || test.status === 'todo')
        .map((test) => test.ancestorTitles[0] ?? test.title),
    );
    const counts = {
      passed: results.numPassedTests,
      // A file that does not even load has no tests to count, and must not pass for that.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      skippedSuites: [...new Set(skippedSuites)],
      failures: results.testResults.flatMap(failuresOf),
    };
    const file = process.env.ASSAY_TEST_COUNTS;
    // jest prints its own summary after all reporters; ours comes last
    if (file === undefined) process.once('exit', () => writeSync(process.stdout.fd, summaryOf(counts)));
    else writeTo(file, counts);
  }
}

/** The failed tests of a file, or the file alone where it did not load. */
function failuresOf(file) {
  const path = relative(projectRoot, file.testFilePath);
  const failed = file.testResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return file.testExecError ? [path] : [];
  return failed.map((test) => `${path}: ${test.fullName}`);
}
