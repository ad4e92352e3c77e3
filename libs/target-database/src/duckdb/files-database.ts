import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unreachable } from '../connection/target-errors.js';
import { targetFault } from '../target-faults.js';
import { startScript } from './child-process.js';
import { CLOSED, LOADING_MEMORY } from './limits.js';
import { sourceFiles, type LoadedFile, type SourceFile } from './source-files.js';

/** How long reading all files of a folder may take, milliseconds. */
const LOADING_MS = 300_000;

/** A database that was made of files. */
export interface FilesDatabase {
  path: string;
  /** What people should know of the files: those that could not be read, and lines that are left out. */
  findings: string[];
}

const made = new Map<string, { signature: string; database: Promise<FilesDatabase> }>();
let folder: Promise<string> | null = null;

/**
 * The database made of a folder of files or of one file: made once by this process, and again when a file has changed.
 * Sessions that are open keep reading the one before.
 *
 * @throws PermanentError `DATABASE_UNREACHABLE` where there is nothing to read
 * @throws InfrastructureError `TARGET_OVERLOADED` where reading took too long or too much memory
 */
export async function filesDatabase(path: string): Promise<FilesDatabase> {
  const { files, signature } = await sourceFiles(path);
  if (files.length === 0) throw unreachable('there is no CSV, TSV, JSON or Parquet file in the folder');
  const before = made.get(path);
  if (before?.signature === signature) return before.database;
  const database = make(files);
  const entry = { signature, database };
  made.set(path, entry);
  database.catch(() => made.get(path) === entry && made.delete(path));
  before?.database.then((old) => rm(old.path, { force: true })).catch(() => undefined);
  return database;
}

/** A folder of this process alone, which goes with it. */
async function ownFolder(): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'assay-files-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

async function make(files: readonly SourceFile[]): Promise<FilesDatabase> {
  folder ??= ownFolder();
  const place = await mkdtemp(join(await folder, 'database-'));
  const path = join(place, 'files.duckdb');
  const options = { ...CLOSED, memory_limit: LOADING_MEMORY, temp_directory: join(place, 'spilled') };
  const loaded = await load([path, JSON.stringify(files), JSON.stringify(options)]);
  if (loaded.every(({ failed }) => failed)) throw unreachable('none of its files can be read');
  return { path, findings: loaded.flatMap(findingOf) };
}

async function load(args: readonly string[]): Promise<LoadedFile[]> {
  const child = startScript('load', args);
  const told = new Promise<LoadedFile[] | null>((resolve) => {
    child.once('message', (message) => resolve(message as LoadedFile[]));
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), LOADING_MS);
  const loaded = await told;
  if (loaded !== null) await ended;
  clearTimeout(timer);
  if (loaded === null) throw targetFault('TARGET_OVERLOADED');
  return loaded;
}

function findingOf({ name, failed, badLines }: LoadedFile): string[] {
  if (failed) return [`the file ${name} could not be read`];
  return badLines === 0 ? [] : [`${badLines} lines of the file ${name} could not be read and are left out`];
}
