import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unreachable } from '../connection/target-errors.js';
import { alikeFiles, type AlikeFiles, type CombinedTable, type CombineRequest } from './alike-files.js';

import { findingOfGroup, findingsOf } from './findings.js';
import { inTurn } from './in-turn.js';
import { CLOSED, CONVERTED_BYTES, LOADING_MEMORY, MOST_LOADS } from './limits.js';
import { runOverFiles } from './run-over-files.js';
import {
  nameTables,
  sourceFiles,
  type ConvertedFile,
  type ConvertRequest,
  type FileToConvert,
  type LoadedTable,
  type LoadRequest,
  type SourceFile,
  type TableFile,
} from './source-files.js';

/** Limit for converting and loading a folder, milliseconds. */
const LOADING_MS = 300_000;
/** Limit for loading again files whose encoding is found late, milliseconds. */
const RELOADING_MS = 120_000;

/** DuckDB's tables of rejected lines. */
const TAKEN_NAMES = ['reject_errors', 'reject_scans'];
const UNUSED_MS = 1_800_000;
const SWEEP_MS = 60_000;

export interface FilesPlace {
  path: string;
  /** Files below the folder; null for all. */
  files: readonly string[] | null;
  mayBeEmpty: boolean;
}

export interface FilesDatabase {
  path: string;
  findings: string[];
}

interface CachedDatabase {
  signature: string;
  database: Promise<FilesDatabase>;
  usedAt: number;
}

const cached = new Map<string, CachedDatabase>();
const loadInTurn = inTurn(MOST_LOADS);
let sweeper: NodeJS.Timeout | null = null;
let folder: Promise<string> | null = null;

/**
 * Cached until a file changes.
 * @throws PermanentError `DATABASE_UNREACHABLE` without files
 * @throws InfrastructureError `TARGET_OVERLOADED` beyond time or memory
 */
export async function filesDatabase(place: FilesPlace): Promise<FilesDatabase> {
  const { files, signature } = await sourceFiles(place.path, place.files);
  if (files.length === 0 && !place.mayBeEmpty) {
    throw unreachable('there is no CSV, TSV, Excel (.xlsx), JSON or Parquet file in the folder');
  }
  const key = keyOf(place);
  const before = cached.get(key);
  if (before?.signature === signature) return used(before);
  const database = loadInTurn(() => make(files, place));
  const entry = { signature, database, usedAt: performance.now() };
  cached.set(key, entry);
  sweeper ??= setInterval(() => void evictUnused(UNUSED_MS), SWEEP_MS).unref();
  database.catch(() => cached.get(key) === entry && cached.delete(key));
  before?.database.then((old) => removeDatabase(old.path)).catch(() => undefined);
  return database;
}

/** @param fresh check for changed files; otherwise a stale database is acceptable */
export function preparedFiles(place: FilesPlace, fresh: boolean): Promise<FilesDatabase> {
  const before = fresh ? undefined : cached.get(keyOf(place));
  return before === undefined ? filesDatabase(place) : used(before);
}

export async function evictFiles(folder: string): Promise<void> {
  await evict(keyOf({ path: folder, files: null }));
}

export async function evictUnused(unusedMs: number): Promise<void> {
  const unused = [...cached].filter(([, { usedAt }]) => performance.now() - usedAt >= unusedMs);
  await Promise.all(unused.map(([key]) => evict(key)));
}

async function evict(key: string): Promise<void> {
  const before = cached.get(key);
  cached.delete(key);
  if (before !== undefined) await before.database.then(({ path }) => removeDatabase(path)).catch(() => undefined);
}

function used(entry: CachedDatabase): Promise<FilesDatabase> {
  entry.usedAt = performance.now();
  return entry.database;
}

function keyOf({ path, files }: Pick<FilesPlace, 'path' | 'files'>): string {
  return JSON.stringify([path, files]);
}

async function removeDatabase(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true, force: true });
}

async function ownFolder(): Promise<string> {
  const own = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-')));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

async function make(files: readonly SourceFile[], source: FilesPlace): Promise<FilesDatabase> {
  folder ??= ownFolder();
  const place = await mkdtemp(join(await folder, 'database-'));
  const scratch = join(place, 'converted');
  try {
    await mkdir(scratch);
    const path = join(place, 'files.duckdb');
    return { path, findings: await fill(path, scratch, files, source) };
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
  source: FilesPlace,
): Promise<string[]> {
  const options = {
    ...CLOSED,
    memory_limit: LOADING_MEMORY,
    temp_directory: join(dirname(path), 'spilled'),
    // For VARIANT.
    storage_compatibility_version: 'latest',
  };
  const load = (tables: readonly TableFile[], deadline: AbortSignal): Promise<LoadedTable[]> =>
    runOverFiles({
      files: tables,
      bytesOf,
      start: async (rest, failed) => ({
        script: 'load',
        args: [source.path],
        request: { database: path, files: rest, failed, options } satisfies LoadRequest,
      }),
      failure: ({ name, table }, problem) => ({ name, table, csv: null, problem }),
      deadline,
    });
  const first = deadlines(LOADING_MS);
  const converted = await convert({
    source: source.path,
    scratch,
    files,
    isKnownNotUtf8: false,
    deadline: first.converting,
  });
  const tables = nameTables(withParts(files, converted), TAKEN_NAMES);
  const loaded = await load(tables, first.loading);
  // A text may contain other bytes only after the sample.
  const late = new Set(loaded.filter(({ csv }) => csv?.isNotUtf8).map(({ name }) => name));
  const second = deadlines(RELOADING_MS);
  const again = await convert({
    source: source.path,
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
  const all = [...loaded.filter(({ name }) => !late.has(name)), ...reloaded];
  const isLoaded = new Set(all.flatMap(({ table, problem }) => (problem === null ? [table] : [])));
  if (isLoaded.size === 0 && files.length > 0 && !source.mayBeEmpty) {
    throw unreachable(findingsOf([...converted, ...again], all).join('; '));
  }
  const groups = alikeFiles(
    tables.filter(({ table }) => isLoaded.has(table)),
    source.path,
  );
  const reports = await combine(source.path, path, groups, options);
  const combined = groups.filter((_group, at) => reports[at]?.misfit === null);
  const partNames = new Set(combined.flatMap(({ parts }) => parts.map(({ table }) => table)));
  return [
    ...findingsOf([...converted, ...again], all),
    ...groups.flatMap((group, at) => (reports[at] === undefined ? [] : [findingOfGroup(group, reports[at])])),
    ...tables.flatMap(({ name, table, isRenamed }) =>
      isRenamed && !partNames.has(table)
        ? [`the file ${name} became the table ${table}: another one has its name`]
        : [],
    ),
  ];
}

/** @returns a report per group, in order */
async function combine(
  source: string,
  database: string,
  groups: readonly AlikeFiles[],
  options: CombineRequest['options'],
): Promise<CombinedTable[]> {
  if (groups.length === 0) return [];
  return runOverFiles<AlikeFiles, CombinedTable>({
    files: groups,
    bytesOf: async () => (await stat(database)).size / groups.length,
    start: async (rest) => ({
      script: 'combine',
      args: [source],
      request: { database, groups: rest, options } satisfies CombineRequest,
    }),
    failure: ({ table }) => ({ table, added: [], partial: [], misfit: '' }),
    deadline: AbortSignal.timeout(LOADING_MS),
  });
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
  source: string;
  scratch: string;
  files: readonly SourceFile[];
  isKnownNotUtf8: boolean;
  deadline: AbortSignal;
}

async function convert({ source, scratch, files, isKnownNotUtf8, deadline }: Conversion): Promise<ConvertedFile[]> {
  const wanted = files
    .filter(({ format }) => format !== 'parquet')
    .map((file): FileToConvert => ({ ...file, isKnownNotUtf8 }));
  if (wanted.length === 0) return [];
  return runOverFiles({
    files: wanted,
    bytesOf,
    start: async (left) => {
      const bytesLeft = CONVERTED_BYTES - (await bytesIn(scratch));
      const request: ConvertRequest = { folder: scratch, files: left, mostBytes: CONVERTED_BYTES, bytesLeft };
      return { script: 'convert', args: [source], request, writes: scratch };
    },
    failure: ({ name }, problem) => ({ name, parts: [], encoding: null, problem }),
    deadline,
  });
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

/** Other files are loaded directly. */
function withParts(
  files: readonly SourceFile[],
  converted: readonly ConvertedFile[],
): (SourceFile & Pick<ConvertedFile, 'parts'>)[] {
  const byName = new Map(converted.map((file) => [file.name, file.parts]));
  return files.map((file) => ({ ...file, parts: byName.get(file.name) ?? [{ sheet: null, path: file.path }] }));
}
