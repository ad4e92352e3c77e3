/** Largest value in the child, in bytes. */
export const LONGEST_VALUE = 64_000_000;
/** SQLite memory in the child, in bytes. */
export const SQLITE_HEAP = 512_000_000;
