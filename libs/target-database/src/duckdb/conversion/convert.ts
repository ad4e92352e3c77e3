/** Converts texts to UTF-8 and sheets to CSV; one writable folder. Runs from source: imports name `.ts`. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, writeSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileSwappedError, openChecked, type OpenedFile } from '../../processes/opened-file.ts';
import { leftOut, repeatedInWords } from '../findings.ts';
import type { FileMessage } from '../run-over-files.ts';
import type { ConvertedFile, ConvertRequest, FileToConvert } from '../source-files.ts';
import { BudgetError, ByteBudget } from './byte-budget.ts';
import { csvLine } from './cell-text.ts';
import { checkJson, copyGoodLines, type CheckedJson } from './json-text.ts';
import { HEAD_ROWS, headOfSheet, type SheetHead } from './sheet-head.ts';
import { readRows } from './sheet-rows.ts';
import {
  checkFirstLine,
  convertText,
  countUnpacked,
  encodingOf,
  laterEncodingOf,
  NoTextError,
  type TextFile,
} from './text-encoding.ts';
import { Workbook, type Sheet } from './workbook.ts';
import { WorkbookError } from './workbook-error.ts';

const WRITE_CHARACTERS = 256 * 1024;

process.on('disconnect', () => process.exit(1));
const [request] = (await once(process, 'message')) as [ConvertRequest];
const { folder, files } = request;
const budget = new ByteBudget(request.mostBytes, request.bytesLeft);

/** Outputs of the current file. */
let written: string[] = [];

function nextPath(): string {
  const path = join(folder, `${randomUUID()}.csv`);
  written.push(path);
  return path;
}

async function convert(file: FileToConvert): Promise<ConvertedFile> {
  const { name, format, isPacked } = file;
  const nothing = { name, parts: [], encoding: null };
  const restoreBudget = budget.mark();
  written = [];
  let opened: OpenedFile | null = null;
  try {
    opened = await openChecked(file.path);
    const { path } = opened;
    if ((await stat(path)).size === 0) return { ...nothing, problem: 'it is empty' };
    if (format === 'excel') return { ...nothing, ...(await sheetsOf(file.name, path)), problem: null };
    return await textOf(file, { path, isPacked });
  } catch (error) {
    // A file that fails leaves the limit to the others.
    await Promise.all(written.map((path) => rm(path, { force: true })));
    restoreBudget();
    const isReported = [WorkbookError, NoTextError, BudgetError, FileSwappedError].some(
      (kind) => error instanceof kind,
    );
    if (isReported) return { ...nothing, problem: (error as Error).message };
    const isZipped = String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    return { ...nothing, problem: isZipped ? 'its gzip data is damaged' : '' };
  } finally {
    await opened?.close();
  }
}

async function textOf(file: FileToConvert, given: TextFile): Promise<ConvertedFile> {
  const { name, format, isKnownNotUtf8 } = file;
  const encoding = isKnownNotUtf8 ? await laterEncodingOf(given) : await encodingOf(given);
  let [text, path] = [given, file.path];
  if (encoding === null) await countUnpacked(given, budget);
  else {
    path = nextPath();
    await convertText(given, encoding, createWriteStream(path), budget);
    text = { path, isPacked: false };
  }
  if (format === 'csv') await checkFirstLine(text);
  const json = format === 'json' ? await checkJson(text) : null;
  if (json?.isRepaired === true) {
    path = nextPath();
    await copyGoodLines(text, createWriteStream(path), budget);
  }
  const parts = [{ sheet: null, path, exact: json?.whole ?? [] }];
  return { name, parts, encoding, notes: json === null ? [] : notesOf(name, json), problem: null };
}

function notesOf(name: string, { fractions, badLines, badAt, repeated }: CheckedJson): string[] {
  return [
    ...(repeated.length === 0 ? [] : [repeatedInWords(name, repeated)]),
    ...(badLines === 0 ? [] : [leftOut(name, badLines, badAt, 'line')]),
    ...(fractions.length === 0
      ? []
      : [
          `numbers in ${fractions.join(', ')} of the file ${name} have more digits than a number keeps, and are rounded`,
        ]),
  ];
}

async function sheetsOf(name: string, path: string): Promise<Pick<ConvertedFile, 'parts' | 'notes'>> {
  const book = await Workbook.open(path);
  const parts: ConvertedFile['parts'] = [];
  const hidden = book.sheets.filter(({ isHidden }) => isHidden);
  try {
    for (const sheet of book.sheets) {
      if (sheet.isHidden) continue;
      const target = nextPath();
      const head = await writeSheet(book, sheet, target);
      if (head === null) continue;
      const { skipped, headerRows } = head;
      parts.push({ sheet: sheet.name, path: target, skipped, headerRows });
    }
  } finally {
    book.close();
  }
  if (parts.length === 0) throw new WorkbookError('none of its sheets holds anything');
  const notes = hidden.map((sheet) => `the sheet ${sheet.name} of the file ${name} is hidden and left out`);
  return { parts, notes };
}

/** Synchronous, which bounds memory. Null for an empty sheet. */
async function writeSheet(book: Workbook, sheet: Sheet, target: string): Promise<SheetHead | null> {
  const output = openSync(target, 'wx');
  const first: (string | null)[][] = [];
  let head: SheetHead | null = null;
  let lines = '';
  const write = (cells: (string | null)[]): void => {
    while (cells.length < width) cells.push(null);
    lines += csvLine(cells);
    if (lines.length < WRITE_CHARACTERS) return;
    writeWhole(output, lines);
    lines = '';
  };
  let width = 0;
  const start = (): void => {
    head = headOfSheet(first);
    width = Math.max(...head.rows.map((cells) => cells.length));
    head.rows.forEach(write);
  };
  try {
    await readRows(book, sheet, (cells) => {
      if (head !== null) return write(cells);
      if (first.push(cells) === HEAD_ROWS) start();
    });
    if (head === null && first.length > 0) start();
    writeWhole(output, lines);
  } finally {
    closeSync(output);
  }
  return head;
}

/** Handles partial writes. */
function writeWhole(output: number, text: string): void {
  const bytes = Buffer.from(text);
  budget.take(bytes.length);
  for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at);
}

/** Resolves once sent: the next file may end this process. */
function send(message: FileMessage<ConvertedFile>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

await send({ kind: 'ready' });
for (const file of files) {
  await send({ kind: 'file', report: await convert(file) });
}
await send({ kind: 'done' });
