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

/** Limit for converting and loading a folder, in milliseconds. */
const LOADING_MS = 300_000;
/** The same for its files whose encoding is found late. */
const RELOADING_MS = 120_000;

/** DuckDB's tables of rejected lines. */
const TAKEN_NAMES = ['reject_errors', 'reject_scans'];
/** Unused databases are rebuilt on demand. */
const UNUSED_MS = 1_800_000;
const SWEEP_MS = 60_000;

export interface FilesPlace {
  path: string;
  /** Files below the folder; null for all. */
  files: readonly string[] | null;
  /** No files are acceptable. */
  mayBeEmpty: boolean;
}

export interface FilesDatabase {
  path: string;
  /** Messages for users: unreadable files and skipped lines. */
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
 * Cached until a file changes; open sessions keep the previous one.
 * @throws PermanentError `DATABASE_UNREACHABLE` without files
 * @throws InfrastructureError `TARGET_OVERLOADED` beyond time or memory
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

/** @param fresh check for changed files; otherwise a stale database is acceptable */
export function preparedFiles(place: FilesPlace, fresh: boolean): Promise<FilesDatabase> {
  const before = fresh ? undefined : made.get(keyOf(place));
  return before === undefined ? filesDatabase(place) : used(before);
}

export async function forgetFiles(folder: string): Promise<void> {
  await forget(keyOf({ path: folder, files: null }));
}

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

/** Open sessions keep their file. */
async function removeDatabase(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true, force: true });
}

/** A folder of this process, deleted on exit. */
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

async function fill(
  path: string,
  scratch: string,
  files: readonly SourceFile[],
  mayBeEmpty: boolean,
): Promise<string[]> {
  const options = { ...CLOSED, memory_limit: LOADING_MEMORY, temp_directory: join(dirname(path), 'spilled') };
  const load = (tables: readonly TableFile[], deadline: AbortSignal): Promise<LoadedTable[]> =>
    runOverFiles({
      files: tables,
      bytesOf,
      start: async (...given) => ({ script: 'load', args: [path, ...given, options].map(argument) }),
      failure: ({ name, table }, problem) => ({ name, table, csv: null, problem }),
      deadline,
    });
  const first = deadlines(LOADING_MS);
  const converted = await convert({ scratch, files, isKnownNotUtf8: false, deadline: first.converting });
  const tables = nameTables(withParts(files, converted), TAKEN_NAMES);
  const loaded = await load(tables, first.loading);
  // A text may contain other bytes only after the sample.
  const late = new Set(loaded.filter(({ csv }) => csv?.isNotUtf8).map(({ name }) => name));
  const second = deadlines(RELOADING_MS);
  const again = await convert({
    scratch,
    files: files.filter(({ name }) => late.has(name)),
    isKnownNotUtf8: true,
    deadline: second.converting,
  });
  const reloaded =
    late.size === 0
      ? []
      : await load(
          tables.flatMap((table) => replaced(table, again)),
          second.loading,
        );
  const findings = [
    ...findingsOf([...converted, ...again], [...loaded.filter(({ name }) => !late.has(name)), ...reloaded]),
    ...tables.flatMap(({ name, table, isRenamed }) =>
      isRenamed ? [`the file ${name} became the table ${table}: another one has its name`] : [],
    ),
  ];
  const isUseless = files.length > 0 && ![...loaded, ...reloaded].some(({ problem }) => problem === null);
  if (isUseless && !mayBeEmpty) throw unreachable(findings.join('; '));
  return findings;
}

/** Converting leaves half of the time for loading. */
function deadlines(ms: number): Record<'converting' | 'loading', AbortSignal> {
  return { converting: AbortSignal.timeout(ms / 2), loading: AbortSignal.timeout(ms) };
}

function replaced(table: TableFile, again: readonly ConvertedFile[]): TableFile[] {
  const path = again.find(({ name }) => name === table.name)?.parts[0]?.path;
  return path === undefined ? [] : [{ ...table, path, isPacked: false }];
}

interface Conversion {
  scratch: string;
  files: readonly SourceFile[];
  isKnownNotUtf8: boolean;
  deadline: AbortSignal;
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

function argument(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A missing file fails when it is read. */
async function bytesOf({ path }: { path: string }): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function bytesIn(scratch: string): Promise<number> {
  const names = (await readdir(scratch)).filter((name) => name.endsWith('.csv'));
  const found = await Promise.all(names.map((name) => stat(join(scratch, name))));
  return found.reduce((sum, { size }) => sum + size, 0);
}

/** Replaces converted files by their parts; other files are loaded directly. */
function withParts(
  files: readonly SourceFile[],
  converted: readonly ConvertedFile[],
): (SourceFile & Pick<ConvertedFile, 'parts'>)[] {
  const byName = new Map(converted.map((file) => [file.name, file.parts]));
  return files.map((file) => ({ ...file, parts: byName.get(file.name) ?? [{ sheet: null, path: file.path }] }));
}
