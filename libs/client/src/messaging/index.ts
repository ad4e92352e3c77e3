export { createSteadyPostgresBackend } from './steady-postgres.js';
