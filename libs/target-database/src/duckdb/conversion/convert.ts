/**
 * The process that makes files readable: texts in other encodings become UTF-8, sheets of workbooks become CSV. It may
 * write into one folder and start nothing. In development it runs from its source, so its imports name `.ts` files.
 */
import { closeSync, createWriteStream, openSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConvertedFile, FileToConvert } from '../source-files.ts';
import { csvLine } from './cell-text.ts';
import { readRows } from './sheet-rows.ts';
import { convertText, encodingOf, laterEncodingOf, NoTextError } from './text-encoding.ts';
import { Workbook, WorkbookError, type Sheet } from './workbook.ts';

/** Characters of CSV that one sheet may become. */
const MOST_CHARACTERS = 2 * 1024 ** 3;
/** Characters gathered before they are written. */
const WRITE_CHARACTERS = 256 * 1024;

const [folder = '', given = '[]'] = process.argv.slice(2);
let written = 0;

const nextPath = (): string => join(folder, `${(written += 1)}.csv`);

async function convert(file: FileToConvert): Promise<ConvertedFile> {
  const { name, path, format } = file;
  const nothing = { name, parts: [], encoding: null };
  try {
    if ((await stat(path)).size === 0) return { ...nothing, problem: 'it is empty' };
    return format === 'excel' ? { ...nothing, parts: await sheetsOf(path), problem: null } : await textOf(file);
  } catch (error) {
    const isTold = error instanceof WorkbookError || error instanceof NoTextError;
    return { ...nothing, problem: isTold ? error.message : '' };
  }
}

async function textOf({ name, path, isKnownNotUtf8 }: FileToConvert): Promise<ConvertedFile> {
  const encoding = isKnownNotUtf8 ? await laterEncodingOf(path) : await encodingOf(path);
  if (encoding === null) return { name, parts: [{ sheet: null, path }], encoding, problem: null };
  const target = nextPath();
  await convertText(path, encoding, createWriteStream(target));
  return { name, parts: [{ sheet: null, path: target }], encoding, problem: null };
}

async function sheetsOf(path: string): Promise<ConvertedFile['parts']> {
  const book = await Workbook.open(path);
  const parts: ConvertedFile['parts'] = [];
  try {
    for (const sheet of book.sheets) {
      const target = nextPath();
      if ((await writeSheet(book, sheet, target)) > 0) parts.push({ sheet: sheet.name, path: target });
    }
  } finally {
    book.close();
  }
  if (parts.length === 0) throw new WorkbookError('none of its sheets holds anything');
  return parts;
}

/** Writes before it reads on, so that no more than a piece is held. The number of rows. */
async function writeSheet(book: Workbook, sheet: Sheet, target: string): Promise<number> {
  const output = openSync(target, 'wx');
  let [rows, characters, width, lines] = [0, 0, 0, ''];
  try {
    await readRows(book, sheet, (cells) => {
      rows += 1;
      if (rows === 1) width = cells.length;
      while (cells.length < width) cells.push(null);
      const line = csvLine(cells);
      characters += line.length;
      if (characters > MOST_CHARACTERS) throw new WorkbookError(`the sheet ${sheet.name} is too large`);
      lines += line;
      if (lines.length < WRITE_CHARACTERS) return;
      writeSync(output, lines);
      lines = '';
    });
    writeSync(output, lines);
  } finally {
    closeSync(output);
  }
  return rows;
}

const files = JSON.parse(given) as FileToConvert[];
const converted: ConvertedFile[] = [];
for (const file of files) converted.push(await convert(file));
process.on('disconnect', () => process.exit(1));
process.send?.(converted, () => process.exit(0));
