export { HOSTILE_DUCKDB, HOSTILE_POSTGRES, HOSTILE_SQLITE, inFrames } from './hostile.js';
