import { mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  const sum = { passed: 0, failed: 0, skipped: 0, skippedSuites: [] };
  for (const counts of names.map(readCounts)) {
    for (const key of ['passed', 'failed', 'skipped']) sum[key] += counts[key];
    sum.skippedSuites.push(...counts.skippedSuites);
  }
  return sum;
}

function readCounts(name) {
  try {
    return JSON.parse(readFileSync(countsFile(name), 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, skippedSuites: [] };
  }
}

/** The suites that were skipped, and one plain line that continuous integration reads. */
export function summaryOf({ passed, failed, skipped, skippedSuites }) {
  const suites = skippedSuites.map((title) => `skipped: ${title}`);
  return ['', ...suites, `${passed} passed, ${failed} failed, ${skipped} skipped`, ''].join('\n');
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
    };
    const file = process.env.ASSAY_TEST_COUNTS;
    // jest prints its own summary after all reporters; ours comes last
    if (file === undefined) process.once('exit', () => writeSync(process.stdout.fd, summaryOf(counts)));
    else writeTo(file, counts);
  }
}
