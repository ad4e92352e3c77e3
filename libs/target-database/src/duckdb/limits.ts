/** Memory that DuckDB may use in the process of a session. */
export const SESSION_MEMORY = '512MB';
/** Memory while files are read into a database; what does not fit goes to a folder of our own. */
export const LOADING_MEMORY = '600MB';
/** Bytes that all files of one load may take together once they are unpacked or converted. */
export const CONVERTED_BYTES = 2 * 1024 ** 3;
/** Processor time that reading files may take, seconds: for each process, and for each megabyte of its files. */
export const CPU_SECONDS = 30;
export const CPU_SECONDS_PER_MB = 0.5;
/** Levels of lists and objects in a JSON file that become types; what is nested deeper stays JSON. */
export const JSON_DEPTH = 16;
/** Loads that one process runs at a time; others wait for their turn. */
export const MOST_LOADS = 2;
const THREADS = '2';

/** Set when a database is opened: nothing is installed, loaded by itself or remembered, and nothing is downloaded. */
export const CLOSED: Readonly<Record<string, string>> = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
  allow_persistent_secrets: 'false',
  threads: THREADS,
};
