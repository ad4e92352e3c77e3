import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file that becomes a table. */
export interface SourceFile {
  /** The file's name without its folder. */
  name: string;
  path: string;
  table: string;
  format: 'csv' | 'json' | 'parquet';
}

/** What became of a file. */
export interface LoadedFile {
  name: string;
  table: string;
  rows: number;
  /** Lines that do not fit the others and were left out. */
  badLines: number;
  /** Whether nothing of it could be read. */
  failed: boolean;
}

const FORMATS: readonly (readonly [RegExp, SourceFile['format']])[] = [
  [/\.(?:csv|tsv|txt)(?:\.gz)?$/i, 'csv'],
  [/\.(?:json|jsonl|ndjson)(?:\.gz)?$/i, 'json'],
  [/\.parquet$/i, 'parquet'],
];

/** Whether a file is read into a database of ours; any other is opened as a database. */
export function isSourceFile(path: string): boolean {
  return FORMATS.some(([ending]) => ending.test(path));
}

/**
 * The files of a folder that become tables, or the one file; links that lead out of the folder are left out.
 *
 * @returns the files by name, and a text that changes whenever one of them does
 */
export async function sourceFiles(path: string): Promise<{ files: SourceFile[]; signature: string }> {
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder ? (await readdir(path)).sort() : [basename(path)];
  const folder = isFolder ? path : dirname(path);
  const files: SourceFile[] = [];
  const states: unknown[] = [];
  for (const name of names) {
    const format = FORMATS.find(([ending]) => ending.test(name));
    if (format === undefined) continue;
    const real = await realpath(join(folder, name));
    const { mtimeMs, size, ino } = await stat(real);
    if (dirname(real) !== folder || !(await stat(real)).isFile()) continue;
    files.push({ name, path: real, format: format[1], table: tableName(name, format[0], files) });
    states.push([name, mtimeMs, size, ino]);
  }
  return { files, signature: JSON.stringify(states) };
}

/** `Sales 2024.csv` becomes `Sales_2024`; a second one of that name carries its ending too. */
function tableName(file: string, ending: RegExp, before: readonly SourceFile[]): string {
  const tidy = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'file';
  const taken = new Set(before.map(({ table }) => table.toLowerCase()));
  const [short, long] = [tidy(file.replace(ending, '')), tidy(file)];
  if (!taken.has(short.toLowerCase())) return short;
  let name = long;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${long}_${number}`;
  return name;
}
