import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unreachable } from '../connection/target-errors.js';
import { findingsOf } from './findings.js';
import { inTurn } from './in-turn.js';
import { CLOSED, CONVERTED_BYTES, LOADING_MEMORY, MOST_LOADS } from './limits.js';
import { runOverFiles } from './run-over-files.js';
import {
  nameTables,
  sourceFiles,
  type ConvertedFile,
  type FileToConvert,
  type LoadedTable,
  type SourceFile,
  type TableFile,
} from './source-files.js';

/** How long reading all files of a folder may take, milliseconds. */
const LOADING_MS = 300_000;

/** Names of tables that DuckDB keeps the lines in that do not fit. */
const TAKEN_NAMES = ['reject_errors', 'reject_scans'];
/** A database of files that is unused for so long is removed, milliseconds; then it is made again when wanted. */
const UNUSED_MS = 1_800_000;
/** Databases are looked through this often, milliseconds. */
const SWEEP_MS = 60_000;

/** Where the files are that make a database. */
export interface FilesPlace {
  /** A folder, or one file. */
  path: string;
  /** Files below the folder; null for all that lie in it. */
  files: readonly string[] | null;
  /** Whether there may be no file at all. */
  mayBeEmpty: boolean;
}

/** A database that was made of files. */
export interface FilesDatabase {
  path: string;
  /** What people should know of the files: those that could not be read, and lines that are left out. */
  findings: string[];
}

interface Made {
  signature: string;
  database: Promise<FilesDatabase>;
  usedAt: number;
}

const made = new Map<string, Made>();
const loadInTurn = inTurn(MOST_LOADS);
let sweeper: NodeJS.Timeout | null = null;
let folder: Promise<string> | null = null;

/**
 * The database made of files: made once by this process, and again when a file has changed. Sessions that are open keep
 * reading the one before.
 *
 * @throws PermanentError `DATABASE_UNREACHABLE` where there is nothing to read
 * @throws InfrastructureError `TARGET_OVERLOADED` where reading took too long or too much memory
 */
export async function filesDatabase(place: FilesPlace): Promise<FilesDatabase> {
  const { files, signature } = await sourceFiles(place.path, place.files);
  if (files.length === 0 && !place.mayBeEmpty) {
    throw unreachable('there is no CSV, TSV, Excel (.xlsx), JSON or Parquet file in the folder');
  }
  const key = keyOf(place);
  const before = made.get(key);
  if (before?.signature === signature) return used(before);
  const database = loadInTurn(() => make(files, place.mayBeEmpty));
  const entry = { signature, database, usedAt: performance.now() };
  made.set(key, entry);
  sweeper ??= setInterval(() => void forgetUnused(UNUSED_MS), SWEEP_MS).unref();
  database.catch(() => made.get(key) === entry && made.delete(key));
  before?.database.then((old) => removeDatabase(old.path)).catch(() => undefined);
  return database;
}

/** The database made of these files; unless it has to be `fresh`, be it of an older state of theirs. */
export function preparedFiles(place: FilesPlace, fresh: boolean): Promise<FilesDatabase> {
  const before = fresh ? undefined : made.get(keyOf(place));
  return before === undefined ? filesDatabase(place) : used(before);
}

/** Removes the database that was made of a folder which is gone itself. */
export async function forgetFiles(folder: string): Promise<void> {
  await forget(keyOf({ path: folder, files: null }));
}

/** Removes the databases that were unused for so long. */
export async function forgetUnused(unusedMs: number): Promise<void> {
  const unused = [...made].filter(([, { usedAt }]) => performance.now() - usedAt >= unusedMs);
  await Promise.all(unused.map(([key]) => forget(key)));
}

async function forget(key: string): Promise<void> {
  const before = made.get(key);
  made.delete(key);
  if (before !== undefined) await before.database.then(({ path }) => removeDatabase(path)).catch(() => undefined);
}

function used(entry: Made): Promise<FilesDatabase> {
  entry.usedAt = performance.now();
  return entry.database;
}

function keyOf({ path, files }: Pick<FilesPlace, 'path' | 'files'>): string {
  return JSON.stringify([path, files]);
}

/** Sessions that are open keep their file. */
async function removeDatabase(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true, force: true });
}

/** A folder of this process alone, which goes with it. */
async function ownFolder(): Promise<string> {
  const own = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-')));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

async function make(files: readonly SourceFile[], mayBeEmpty: boolean): Promise<FilesDatabase> {
  folder ??= ownFolder();
  const place = await mkdtemp(join(await folder, 'database-'));
  const scratch = join(place, 'converted');
  try {
    await mkdir(scratch);
    const path = join(place, 'files.duckdb');
    return { path, findings: await fill(path, scratch, files, mayBeEmpty) };
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @returns what people should know */
async function fill(
  path: string,
  scratch: string,
  files: readonly SourceFile[],
  mayBeEmpty: boolean,
): Promise<string[]> {
  const options = { ...CLOSED, memory_limit: LOADING_MEMORY, temp_directory: join(dirname(path), 'spilled') };
  const deadline = performance.now() + LOADING_MS;
  const load = (tables: readonly TableFile[]): Promise<LoadedTable[]> =>
    runOverFiles({
      files: tables,
      bytesOf,
      start: async (...given) => ({ script: 'load', args: [path, ...given, options].map(argument) }),
      failure: ({ name, table }, problem) => ({ name, table, csv: null, problem }),
      deadline,
    });
  const converted = await convert({ scratch, files, isKnownNotUtf8: false, deadline });
  const tables = nameTables(withParts(files, converted), TAKEN_NAMES);
  const loaded = await load(tables);
  // a text may be UTF-8 for a while, and then no more
  const late = new Set(loaded.filter(({ csv }) => csv?.isNotUtf8).map(({ name }) => name));
  const again = await convert({
    scratch,
    files: files.filter(({ name }) => late.has(name)),
    isKnownNotUtf8: true,
    deadline,
  });
  const reloaded = late.size === 0 ? [] : await load(tables.flatMap((table) => replaced(table, again)));
  const findings = findingsOf([...converted, ...again], [...loaded.filter(({ name }) => !late.has(name)), ...reloaded]);
  const isUseless = files.length > 0 && ![...loaded, ...reloaded].some(({ problem }) => problem === null);
  if (isUseless && !mayBeEmpty) throw unreachable(findings.join('; '));
  return findings;
}

/** A table of a file that was converted once more, from what it was converted to. */
function replaced(table: TableFile, again: readonly ConvertedFile[]): TableFile[] {
  const path = again.find(({ name }) => name === table.name)?.parts[0]?.path;
  return path === undefined ? [] : [{ ...table, path, isPacked: false }];
}

interface Conversion {
  scratch: string;
  files: readonly SourceFile[];
  isKnownNotUtf8: boolean;
  deadline: number;
}

async function convert({ scratch, files, isKnownNotUtf8, deadline }: Conversion): Promise<ConvertedFile[]> {
  const wanted = files
    .filter(({ format }) => format !== 'parquet')
    .map((file): FileToConvert => ({ ...file, isKnownNotUtf8 }));
  if (wanted.length === 0) return [];
  return runOverFiles({
    files: wanted,
    bytesOf,
    start: async (left) => {
      const budget = [CONVERTED_BYTES, CONVERTED_BYTES - (await bytesIn(scratch))];
      return { script: 'convert', args: [scratch, left, ...budget].map(argument), writes: scratch };
    },
    failure: ({ name }, problem) => ({ name, parts: [], encoding: null, problem }),
    deadline,
  });
}

/** Texts as they are, everything else as JSON. */
function argument(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A file that is gone fails where it is read. */
async function bytesOf({ path }: { path: string }): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was converted before. */
async function bytesIn(scratch: string): Promise<number> {
  const names = (await readdir(scratch)).filter((name) => name.endsWith('.csv'));
  const found = await Promise.all(names.map((name) => stat(join(scratch, name))));
  return found.reduce((sum, { size }) => sum + size, 0);
}

/** The files with what can be loaded of them: those that need no conversion are loaded as they are. */
function withParts(
  files: readonly SourceFile[],
  converted: readonly ConvertedFile[],
): (SourceFile & Pick<ConvertedFile, 'parts'>)[] {
  const byName = new Map(converted.map((file) => [file.name, file.parts]));
  return files.map((file) => ({ ...file, parts: byName.get(file.name) ?? [{ sheet: null, path: file.path }] }));
}
