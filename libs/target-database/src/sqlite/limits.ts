/** Largest text or blob that SQLite may build in the child, in bytes. */
export const LONGEST_VALUE = 64_000_000;
/** Memory that SQLite may use in the child, in bytes. */
export const SQLITE_HEAP = 512_000_000;
