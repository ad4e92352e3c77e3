export { ended, exchange } from './exchange.js';
export { forkChild } from './fork-child.js';
