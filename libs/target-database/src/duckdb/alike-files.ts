import { basename, dirname } from 'node:path';
import { fileEnding } from '@assay/contracts';
import { isPartitionFolder, partitionsOn, type Partition } from './partition-folder.js';
import { freeName, tidy, type TableFile } from './source-files.js';

/** Tables of files that belong together. */
export interface AlikeFiles {
  table: string;
  /** The first name that no column of the files has; without one, the column is left out. */
  columns: { names: string[]; type: 'VARCHAR' | 'BIGINT' | 'DATE' }[];
  /** Values of `columns` by part. */
  parts: { name: string; table: string; values: (string | null)[] }[];
}

export interface CombineRequest {
  database: string;
  groups: readonly AlikeFiles[];
  options: Readonly<Record<string, string>>;
}

export interface CombinedTable {
  table: string;
  added: string[];
  /** Lacking in some parts. */
  partial: string[];
  /** The column whose types do not fit together; '' for another reason, null on success. */
  misfit: string | null;
}

/** Fewer numbered files stay tables of their own. */
const FEWEST_NUMBERED = 3;

/**
 * Groups files below partition folders (`column=value`) with the same columns, and files whose names differ only in
 * digits. Sheets of one name belong together.
 */
export function alikeFiles(files: readonly TableFile[], folder: string): AlikeFiles[] {
  const used = new Set(files.map(({ table }) => table.toLowerCase()));
  const tables = Map.groupBy(files, ({ name }) => name);
  const sheetOf = ({ name, sheet }: TableFile): string => ((tables.get(name)?.length ?? 0) > 1 ? (sheet ?? '') : '');
  const groups = Map.groupBy(files, (file) => {
    const key = partitionKey(file) ?? numberedKey(file);
    return key === null ? null : `${key} ${sheetOf(file)}`;
  });
  groups.delete(null);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const isPartitioned = partitionKey(first) !== null;
    if (!isPartitioned && group.length < FEWEST_NUMBERED) return [];
    const sheet = sheetOf(first);
    const names = isPartitioned ? partitionedName(first, folder) : numberedName(first);
    const table = freeName(sheet === '' ? names : [tidy(`${names[0]} ${sheet}`), tidy(`${names[1]} ${sheet}`)], used);
    used.add(table.toLowerCase());
    return [{ table, ...(isPartitioned ? partitions(group) : numbered(group)) }];
  });
}

const partitionsOf = ({ name }: TableFile): Partition[] => partitionsOn(dirname(name));

function partitionKey(file: TableFile): string | null {
  const columns = partitionsOf(file).map(({ column }) => column);
  return columns.length === 0 ? null : JSON.stringify([rootOf(file), columns, file.format]);
}

/** The folder that holds the partitions; '.' for the workspace's own. */
function rootOf({ name }: TableFile): string {
  const folders = dirname(name).split('/');
  return folders.slice(0, folders.findIndex(isPartitionFolder)).join('/') || '.';
}

function numberedKey({ name }: TableFile): string | null {
  if (dirname(name) !== '.' || !/\d/.test(name)) return null;
  return name.toLowerCase().replace(/\d+/g, '#');
}

function partitionedName(file: TableFile, folder: string): [string, string] {
  const root = rootOf(file);
  const name = tidy(basename(root === '.' ? folder : root));
  return [name, `${name}_parts`];
}

function numberedName({ name }: TableFile): [string, string] {
  const words = basename(name, fileEnding(name) ?? '').replace(/\d+/g, ' ');
  const short = /\p{L}/u.test(words) ? tidy(words) : 'files';
  return [short, `${short}_all`];
}

function partitions(files: readonly TableFile[]): Omit<AlikeFiles, 'table'> {
  const values = files.map(partitionsOf);
  const columns = (values[0] ?? []).map(({ column }, at) => ({
    names: [column],
    type: typeOf(values.flatMap((row) => row[at]?.value ?? [])),
  }));
  const parts = files.map(({ name, table }, at) => ({
    name,
    table,
    values: (values[at] ?? []).map(({ value }) => value),
  }));
  return { columns, parts };
}

function numbered(files: readonly TableFile[]): Omit<AlikeFiles, 'table'> {
  const parts = files.map(({ name, table }) => ({ name, table, values: [name] }));
  return { columns: [{ names: ['file', 'source_file'], type: 'VARCHAR' }], parts };
}

function typeOf(values: readonly string[]): 'VARCHAR' | 'BIGINT' | 'DATE' {
  // A leading zero would be lost.
  if (values.every((value) => /^(?:0|-?[1-9]\d{0,17})$/.test(value))) return 'BIGINT';
  const isDate = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && isRealDate(value);
  return values.every(isDate) ? 'DATE' : 'VARCHAR';
}

function isRealDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
