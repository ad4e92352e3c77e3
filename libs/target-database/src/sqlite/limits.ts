/** Largest value in the child, bytes. */
export const LONGEST_VALUE = 64_000_000;
/** SQLite memory in the child, bytes. */
export const SQLITE_HEAP = 512_000_000;
