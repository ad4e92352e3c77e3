import { fileEnding, fileFormat, type FileFormat } from '@assay/contracts';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { unreachable } from '../connection/target-errors.js';

/** A file that becomes a table, or one for each sheet. */
export interface SourceFile {
  /** The file's name below the folder. */
  name: string;
  path: string;
  format: FileFormat;
  /** Whether gzip packed it. */
  isPacked: boolean;
}

/** A file that has to be looked at before it is loaded. */
export interface FileToConvert extends SourceFile {
  /** Whether something in it turned out not to be UTF-8. */
  isKnownNotUtf8: boolean;
}

/** What a file was made into. */
export interface ConvertedFile {
  name: string;
  /** What can be loaded: the file itself, its text as UTF-8, or the rows of its sheets. */
  parts: { sheet: string | null; path: string }[];
  /** The encoding that it was read in; null for UTF-8 and for files that are no text. */
  encoding: string | null;
  /** Why nothing of it can be loaded, empty where it is unknown; null where something can. */
  problem: string | null;
}

/** What is loaded as one table. */
export interface TableFile {
  /** The file's name below the folder. */
  name: string;
  sheet: string | null;
  path: string;
  table: string;
  format: Exclude<FileFormat, 'excel'>;
  /** Whether gzip packed it, as it is loaded. */
  isPacked: boolean;
}

/** What was found in a text file, or in the rows of a sheet. */
export interface FoundInCsv {
  /** Lines that do not fit the others and were left out. */
  badLines: number;
  /** Lines in front of the first that fits, which were left out. */
  skippedLines: number;
  /** Whether it is no UTF-8; then it was not read. */
  isNotUtf8: boolean;
  /** Whether all of its columns are texts, named by its first line: which may be a row of it. */
  isNamedByTexts: boolean;
  /** Columns of numbers that were written with decimal commas. */
  decimalCommas: string[];
  /** Columns that stayed texts, since the commas of their numbers may be decimal or divide thousands. */
  unclearCommas: string[];
  /** Columns that look like numbers and became texts: as numbers, they would lose zeros, digits or their form. */
  numbersAsTexts: string[];
  /** Columns of fractions with more digits than a number keeps. */
  roundedNumbers: string[];
  /** Columns of dates of which nothing says whether the day or the month is first; the day is taken to be. */
  unclearDates: string[];
}

/** What became of a table. */
export interface LoadedTable {
  name: string;
  table: string;
  /** Null for other formats, and where nothing could be read. */
  csv: FoundInCsv | null;
  /** Why nothing of it could be read, empty where it is unknown; null where something was. */
  problem: string | null;
}

/** Whether a file is read into a database of ours; any other is opened as a database. */
export function isSourceFile(path: string): boolean {
  return fileFormat(path) !== null;
}

/**
 * The files of a folder that become tables, those of them that are named, or the one file; links that lead out of the
 * folder are left out.
 *
 * @param named paths below the folder; null for all files that lie in it
 * @returns the files by name, and a text that changes whenever one of them does
 * @throws PermanentError `DATABASE_UNREACHABLE` where a file that is named is not there or cannot be read
 */
export async function sourceFiles(
  path: string,
  named: readonly string[] | null,
): Promise<{ files: SourceFile[]; signature: string }> {
  const isFolder = (await stat(path)).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const names = named ?? (isFolder ? await readdir(path) : [basename(path)]);
  const files: SourceFile[] = [];
  const states: unknown[] = [];
  for (const name of [...new Set(names)].sort()) {
    const format = fileFormat(name);
    const found = format === null ? null : await lookAt(folder, name);
    if (format !== null && found !== null && (found.isDirect || named !== null)) {
      files.push({ name, path: found.path, format, isPacked: /\.gz$/i.test(name) });
      states.push([name, found.state]);
    } else if (named !== null) {
      throw unreachable(`${JSON.stringify(name)} is none of the files below the folder that can be read`);
    }
  }
  return { files, signature: JSON.stringify(states) };
}

/** A file below a folder, links followed; null for what is none, or lies elsewhere. */
async function lookAt(
  folder: string,
  name: string,
): Promise<{ path: string; isDirect: boolean; state: unknown } | null> {
  try {
    const path = await realpath(join(folder, name));
    const way = relative(folder, path);
    const found = await stat(path);
    if (way.startsWith(`..${sep}`) || join(folder, way) !== path || !found.isFile()) return null;
    return { path, isDirect: dirname(path) === folder, state: [found.mtimeMs, found.size, found.ino] };
  } catch {
    return null;
  }
}

/**
 * Gives tables their names: `Sales 2024.csv` becomes `Sales_2024`, the sheets of a workbook that has several
 * `Book_Sheet`. Where that is taken, the ending of the file goes into the name, and then a number.
 *
 * @param taken names of other tables
 */
export function nameTables(
  files: readonly (SourceFile & Pick<ConvertedFile, 'parts'>)[],
  taken: readonly string[] = [],
): TableFile[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return files.flatMap(({ name, format, parts, ...file }) =>
    parts.map(({ sheet, path }): TableFile => {
      const suffix = parts.length > 1 && sheet !== null ? ` ${sheet}` : '';
      const table = freeName([tidy(basename(name, fileEnding(name) ?? '') + suffix), tidy(name + suffix)], used);
      used.add(table.toLowerCase());
      const isPacked = file.isPacked && path === file.path;
      return { name, sheet, path, table, format: format === 'excel' ? 'csv' : format, isPacked };
    }),
  );
}

/** Letters of every script, digits and underscores. */
function tidy(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 100) || 'file'
  );
}

function freeName([short, long]: readonly [string, string], used: ReadonlySet<string>): string {
  if (!used.has(short.toLowerCase())) return short;
  let name = long;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${long}_${number}`;
  return name;
}
