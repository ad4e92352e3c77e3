/** Statements without parsers, which take a third of a second to load. */
export { StatementText } from './statement-text.js';
