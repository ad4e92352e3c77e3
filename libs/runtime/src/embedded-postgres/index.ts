export { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.js';
export { withClient } from './with-client.js';
