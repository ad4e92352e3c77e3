import { runMain } from '@assay/runtime';
import { ArgumentError, parseArguments, type StartArguments } from './arguments.js';
import { startStandalone } from './standalone.js';

const given = readArguments();

if (given !== null) {
  // an answer that is printed and done needs no certain port
  if (given.once && process.env['PORT'] === undefined) process.env['PORT'] = '0';
  await runMain({ service: 'standalone', endsByItself: given.once }, (context) => startStandalone(context, given));
}

function readArguments(): StartArguments | null {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return null;
  }
}
