import { Foundation1764800000000 } from './1764800000000-foundation.js';

/** Oldest first. Expand first, contract one release later. Each carries its own SQL. */
export const MIGRATIONS = [Foundation1764800000000];
