export const SESSION_MEMORY = '512MB';
/** For loading; the rest spills to disk. */
export const LOADING_MEMORY = '600MB';
/** Limit for unpacked and converted files of a load. */
export const CONVERTED_BYTES = 2 * 1024 ** 3;
/** CPU limit of loading in seconds: base, and per megabyte. */
export const CPU_SECONDS = 30;
export const CPU_SECONDS_PER_MB = 0.5;
/** Nesting of JSON that becomes types; deeper values stay JSON. */
export const JSON_DEPTH = 16;
/** Deepest nesting of Parquet's columns (a list takes up to three levels): DuckDB's time grows with the square. */
export const PARQUET_DEPTH = 64;
export const MOST_LOADS = 2;
const THREADS = '2';

export const CLOSED: Readonly<Record<string, string>> = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
  allow_persistent_secrets: 'false',
  threads: THREADS,
};
