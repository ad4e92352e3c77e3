import { runMain } from '@assay/runtime';
import { asksForHelp, HELP, parseArguments, type StartArguments } from './arguments.js';
import { ArgumentError } from './words.js';

const words = process.argv.slice(2);
const given = asksForHelp(words) ? null : readArguments(words);

if (asksForHelp(words)) process.stdout.write(`${HELP}\n`);
else if (given !== null) {
  // One-off answers need no fixed port.
  if (given.once && process.env['PORT'] === undefined) process.env['PORT'] = '0';
  await runMain({ service: 'standalone', endsByItself: given.once }, async (context) => {
    // Report wrong options before the services load.
    const { startStandalone } = await import('./standalone.js');
    return startStandalone(context, given);
  });
}

function readArguments(args: readonly string[]): StartArguments | null {
  try {
    return parseArguments(args);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return null;
  }
}
