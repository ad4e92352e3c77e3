import { fileEnding, fileFormat, type FileFormat } from '@assay/contracts';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { unreachable } from '../connection/target-errors.js';
import { isPartitionFolder } from './partition-folder.js';

const MOST_FILES = 10_000;

export interface SourceFile {
  name: string;
  path: string;
  format: FileFormat;
  isPacked: boolean;
}

export interface FileToConvert extends SourceFile {
  /** Loading found bytes that are not UTF-8. */
  isKnownNotUtf8: boolean;
}

export interface ConvertRequest {
  /** The writable folder. */
  folder: string;
  files: readonly FileToConvert[];
  /** Limit for all files, and what earlier ones left of it. */
  mostBytes: number;
  bytesLeft: number;
}

export interface FilePart {
  sheet: string | null;
  path: string;
  /** Rows of a sheet that are left out before the table; default none. */
  skipped?: number;
  /** Rows of a sheet that name its columns together; default 1. */
  headerRows?: number;
  /** JSON names with whole numbers beyond a double, or times below microseconds. */
  exact?: string[];
}

export interface ConvertedFile {
  name: string;
  /** Loadable parts: the file itself, its UTF-8 text, or its sheets. */
  parts: FilePart[];
  /** Detected encoding; null for UTF-8 and non-text files. */
  encoding: string | null;
  notes?: string[];
  /** Why nothing can be loaded, '' if unknown; null on success. */
  problem: string | null;
}

export interface TableFile {
  name: string;
  sheet: string | null;
  path: string;
  table: string;
  /** Another file has the name that it would have had. */
  isRenamed: boolean;
  format: Exclude<FileFormat, 'excel'>;
  isPacked: boolean;
  skipped: number;
  headerRows: number;
  exact: string[];
}

export interface LoadRequest {
  database: string;
  files: readonly TableFile[];
  /** Files that ended earlier processes; their tables may exist partially. */
  failed: readonly TableFile[];
  options: Readonly<Record<string, string>>;
}

export interface FoundInCsv {
  badLines: number;
  /** Numbers and faults of the first bad lines. */
  badAt: string[];
  skippedLines: number;
  isNotUtf8: boolean;
  /** Read despite mixed line ends or wrong quotes. */
  isIrregular: boolean;
  /** Names from the first line, which may be data. */
  isHeaderGuessed: boolean;
  decimalCommas: string[];
  /** Kept as text: commas may be decimal or separate thousands. */
  unclearCommas: string[];
  /** Kept as text: numbers or times would lose zeros, digits or form. */
  numbersAsTexts: string[];
  /** Fraction columns with more digits than a double keeps. */
  roundedNumbers: string[];
  unclearDates: string[];
  yearFirstDates: string[];
  /** Three digits follow each. */
  unclearPoints: string[];
  groupedNumbers: string[];
  /** Columns whose words for a missing value (`NULL`, `N/A`) became NULL. */
  missingWords: string[];
  /** Text columns with such words, which are kept. */
  keptWords: string[];
  generatedNames: string[];
  repeatedNames: string[];
  headerRows: number;
  /** Name of the last row, if it seems a total. */
  totalsRow: string | null;
}

export interface LoadedTable {
  name: string;
  table: string;
  /** Null for other formats and failed loads. */
  csv: FoundInCsv | null;
  /** Why loading failed, '' if unknown; null on success. */
  problem: string | null;
}

/** False for files that are opened as a database. */
export function isSourceFile(path: string): boolean {
  return fileFormat(path) !== null;
}

/**
 * Ignores links that leave the folder.
 * @param named null for all files
 * @returns the files, and a signature that changes with them
 * @throws PermanentError `DATABASE_UNREACHABLE` for an unreadable named file
 */
export async function sourceFiles(
  path: string,
  named: readonly string[] | null,
): Promise<{ files: SourceFile[]; signature: string }> {
  const isFolder = (await stat(path)).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const names = named ?? (isFolder ? await namesIn(path) : [basename(path)]);
  const files: SourceFile[] = [];
  const states: unknown[] = [];
  for (const name of [...new Set(names)].sort()) {
    const format = fileFormat(name);
    const found = format === null ? null : await inspectFile(folder, name);
    if (format !== null && found !== null && (named !== null || found.isInPlace)) {
      files.push({ name, path: found.path, format, isPacked: /\.gz$/i.test(name) });
      states.push([name, found.state]);
    } else if (named !== null) {
      throw unreachable(`${JSON.stringify(name)} is not a readable file below the folder`);
    }
  }
  return { files, signature: JSON.stringify(states) };
}

/** Direct files, and those of partitioned tables: below `column=value` folders, which may share a folder. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.map(async (entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return partitionedNames(folder, entry.name, isPartitionFolder(entry.name));
  });
  const names = (await Promise.all(below)).flat().filter((name) => fileFormat(name) !== null);
  if (names.length > MOST_FILES) throw unreachable(`there are more than ${MOST_FILES} files in the folder`);
  return names;
}

async function partitionedNames(folder: string, way: string, takesFiles: boolean): Promise<string[]> {
  const entries = await readdir(join(folder, way), { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    // Other folders do not matter; without a partition, rows would be missing.
    if (takesFiles) throw unreachable(`the folder ${JSON.stringify(way)} cannot be read`);
    return [];
  }
  const below = entries.map(async (entry) => {
    const name = `${way}/${entry.name}`;
    if (entry.isDirectory()) return isPartitionFolder(entry.name) ? partitionedNames(folder, name, true) : [];
    return takesFiles ? [name] : [];
  });
  return (await Promise.all(below)).flat();
}

async function inspectFile(
  folder: string,
  name: string,
): Promise<{ path: string; isInPlace: boolean; state: unknown } | null> {
  try {
    const path = await realpath(join(folder, name));
    const way = relative(folder, path);
    const found = await stat(path);
    if (way.startsWith(`..${sep}`) || join(folder, way) !== path || !found.isFile()) return null;
    return {
      path,
      isInPlace: dirname(path) === dirname(join(folder, name)),
      state: [found.mtimeMs, found.size, found.ino],
    };
  } catch {
    return null;
  }
}

/** `Sales_2024`, `Book_Sheet`; conflicts add the ending, then a number. */
export function nameTables(
  files: readonly (SourceFile & Pick<ConvertedFile, 'parts'>)[],
  taken: readonly string[] = [],
): TableFile[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return files.flatMap(({ name, format, parts, ...file }) =>
    parts.map(({ sheet, path, skipped = 0, headerRows = 1, exact = [] }): TableFile => {
      const suffix = parts.length > 1 && sheet !== null ? ` ${sheet}` : '';
      const short = tidy(basename(name, fileEnding(name) ?? '') + suffix);
      const table = freeName([short, tidy(name + suffix)], used);
      used.add(table.toLowerCase());
      const isPacked = file.isPacked && path === file.path;
      const read = { format: format === 'excel' ? ('csv' as const) : format, isPacked, skipped, headerRows, exact };
      return { name, sheet, path, table, isRenamed: table !== short, ...read };
    }),
  );
}

export function tidy(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 100) || 'file'
  );
}

/** @param used lower case */
export function freeName([short, long]: readonly [string, string], used: ReadonlySet<string>): string {
  if (!used.has(short.toLowerCase())) return short;
  let name = long;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${long}_${number}`;
  return name;
}
