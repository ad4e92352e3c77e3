export { processTerminal } from './process-terminal.js';
export { runCli } from './run-cli.js';
export { type Terminal } from './terminal.js';
