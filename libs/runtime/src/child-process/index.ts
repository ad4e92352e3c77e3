export { ended, exchange } from './exchange.js';
export { forkChild, scriptBeside } from './fork-child.js';
