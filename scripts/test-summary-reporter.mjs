import { writeSync } from 'node:fs';

/** Ends a test run with the suites that were skipped, and one plain line that continuous integration reads. */
export default class TestSummaryReporter {
  onRunComplete(_contexts, results) {
    const skipped = new Set(
      results.testResults.flatMap((file) =>
        file.testResults
          .filter((test) => test.status === 'pending' || test.status === 'todo')
          .map((test) => test.ancestorTitles[0] ?? test.title),
      ),
    );
    // A file that does not even load has no tests to count, and must not pass for that.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const counts = `${results.numPassedTests} passed, ${failed} failed, ${results.numPendingTests + results.numTodoTests} skipped`;
    const lines = ['', ...[...skipped].map((title) => `skipped: ${title}`), counts, ''];
    // jest adds a summary of its own after every reporter has had its turn; ours is to be the last word.
    process.once('exit', () => writeSync(process.stdout.fd, lines.join('\n')));
  }
}
