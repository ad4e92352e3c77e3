/** Converts texts to UTF-8 and sheets to CSV; one writable folder. Runs from source: imports name `.ts`. */
import { randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, openSync, writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileSwappedError, openChecked, type OpenedFile } from '../../processes/opened-file.ts';
import type { FileMessage } from '../run-over-files.ts';
import type { ConvertedFile, FileToConvert } from '../source-files.ts';
import { BudgetError, ByteBudget } from './byte-budget.ts';
import { csvLine } from './cell-text.ts';
import { readRows } from './sheet-rows.ts';
import {
  convertText,
  countUnpacked,
  encodingOf,
  laterEncodingOf,
  NoTextError,
  type TextFile,
} from './text-encoding.ts';
import { Workbook, WorkbookError, type Sheet } from './workbook.ts';

const WRITE_CHARACTERS = 256 * 1024;

const [folder = '', given = '[]', most = '0', left = '0'] = process.argv.slice(2);
const budget = new ByteBudget(Number(most), Number(left));

const nextPath = (): string => join(folder, `${randomUUID()}.csv`);

async function convert(file: FileToConvert): Promise<ConvertedFile> {
  const { name, format, isPacked } = file;
  const nothing = { name, parts: [], encoding: null };
  let opened: OpenedFile | null = null;
  try {
    opened = await openChecked(file.path);
    const { path } = opened;
    if ((await stat(path)).size === 0) return { ...nothing, problem: 'it is empty' };
    if (format === 'excel') return { ...nothing, parts: await sheetsOf(path), problem: null };
    return await textOf(file, { path, isPacked });
  } catch (error) {
    const isTold = [WorkbookError, NoTextError, BudgetError, FileSwappedError].some((kind) => error instanceof kind);
    return { ...nothing, problem: isTold ? (error as Error).message : '' };
  } finally {
    await opened?.close();
  }
}

async function textOf({ name, path, isKnownNotUtf8 }: FileToConvert, text: TextFile): Promise<ConvertedFile> {
  const encoding = isKnownNotUtf8 ? await laterEncodingOf(text) : await encodingOf(text);
  if (encoding === null) {
    await countUnpacked(text, budget);
    return { name, parts: [{ sheet: null, path }], encoding, problem: null };
  }
  const target = nextPath();
  await convertText(text, encoding, createWriteStream(target), budget);
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

/** Writes synchronously, which bounds memory. Returns the number of rows. */
async function writeSheet(book: Workbook, sheet: Sheet, target: string): Promise<number> {
  const output = openSync(target, 'wx');
  let [rows, width, lines] = [0, 0, ''];
  try {
    await readRows(book, sheet, (cells) => {
      rows += 1;
      if (rows === 1) width = cells.length;
      while (cells.length < width) cells.push(null);
      lines += csvLine(cells);
      if (lines.length < WRITE_CHARACTERS) return;
      writeWhole(output, lines);
      lines = '';
    });
    writeWhole(output, lines);
  } finally {
    closeSync(output);
  }
  return rows;
}

/** Handles partial writes. @throws BudgetError before writing */
function writeWhole(output: number, text: string): void {
  const bytes = Buffer.from(text);
  budget.take(bytes.length);
  for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at);
}

/** Resolves once sent: the next file may end this process. */
function send(message: FileMessage<ConvertedFile>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

process.on('disconnect', () => process.exit(1));
await send({ kind: 'ready' });
for (const file of JSON.parse(given) as FileToConvert[]) {
  await send({ kind: 'file', report: await convert(file) });
}
await send({ kind: 'done' });
