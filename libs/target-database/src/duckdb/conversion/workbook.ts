import sax from 'sax';
import { StringDecoder } from 'node:string_decoder';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { BudgetError } from './byte-budget.ts';
import { timeFormat, type TimeFormat } from './cell-text.ts';
import { TextReader } from './text-reader.ts';
import { WorkbookError } from './workbook-error.ts';

/** Unpacked size limit, against zip bombs. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Limit of shared strings in characters; they are held in memory. */
const MOST_SHARED = 64 * 1024 * 1024;
/** Limits of the characters that cells take from shared strings: base, and per unpacked byte. */
const MOST_REPEATED = 64 * 1024 * 1024;
const REPEATED_PER_BYTE = 10;
const MOST_SHEETS = 200;
const MOST_PARTS = 10_000;

/** Characters of a number format, as in Excel. */
const LONGEST_FORMAT = 255;
const MOST_STYLES = 100_000;
const MOST_DEPTH = 1000;
/** Limit of shared strings: even empty ones take memory. */
const MOST_TEXTS = 10_000_000;

export interface Sheet {
  name: string;
  isHidden: boolean;
  part: string;
}

/** Element names are without namespace prefix. */
export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** An .xlsx file: a zip of XML parts, read as streams. */
export class Workbook {
  readonly sheets: Sheet[] = [];
  /** By cell style. */
  readonly timeFormats: (TimeFormat | null)[] = [];
  is1904 = false;
  private readonly zip: ZipFile;
  private readonly parts: ReadonlyMap<string, Entry>;
  private readonly mostBytes: number;
  private left: number;
  private readonly sharedTexts: string[] = [];
  private repeated = 0;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>, mostBytes: number) {
    this.zip = zip;
    this.parts = parts;
    this.mostBytes = mostBytes;
    this.left = mostBytes;
  }

  static async open(path: string, mostBytes = MOST_BYTES): Promise<Workbook> {
    let zip: ZipFile;
    const parts = new Map<string, Entry>();
    try {
      zip = await openPromise(path, { autoClose: false, lazyEntries: true });
      for await (const entry of zip.eachEntry()) {
        if (parts.size >= MOST_PARTS) throw new WorkbookError('it has too many parts');
        parts.set(entry.fileName.toLowerCase(), entry);
      }
    } catch (error) {
      throw error instanceof WorkbookError ? error : new WorkbookError('it is no workbook of Excel (.xlsx)');
    }
    const book = new Workbook(zip, parts, mostBytes);
    await book.readStructure();
    return book;
  }

  /** @throws WorkbookError if cells repeat so much that a small workbook becomes a large table */
  sharedText(index: number): string | null {
    const text = this.sharedTexts[index];
    if (text === undefined) return null;
    this.repeated += text.length;
    if (this.repeated > MOST_REPEATED + REPEATED_PER_BYTE * (this.mostBytes - this.left)) {
      throw new WorkbookError('its cells repeat long texts too often');
    }
    return text;
  }

  close(): void {
    this.zip.close();
  }

  async read(part: string, handlers: XmlHandlers): Promise<void> {
    const entry = this.parts.get(part.toLowerCase());
    if (entry === undefined) throw new WorkbookError(`its part ${part} is missing`);
    if (entry.isEncrypted()) throw new WorkbookError('it is encrypted');
    try {
      await this.parse(await this.zip.openReadStreamPromise(entry), handlers);
    } catch (error) {
      const isReported = error instanceof WorkbookError || error instanceof BudgetError;
      throw isReported ? error : new WorkbookError(`its part ${part} is damaged`);
    }
  }

  private async parse(stream: Readable, { open, text, close }: XmlHandlers): Promise<void> {
    const parser = sax.parser(true, { position: false });
    const failed = { error: null as Error | null };
    parser.onerror = (error) => (failed.error = error);
    let depth = 0;
    parser.onopentag = ({ name, attributes }) => {
      depth += 1;
      if (depth > MOST_DEPTH) throw new WorkbookError(`its elements nest deeper than ${MOST_DEPTH}`);
      open?.(local(name), localNames(attributes as Record<string, string>));
    };
    parser.ontext = (piece) => text?.(piece);
    parser.oncdata = (piece) => text?.(piece);
    parser.onclosetag = (name) => {
      depth -= 1;
      close?.(local(name));
    };
    const decoder = new StringDecoder('utf8');
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.left -= chunk.length;
      if (this.left < 0) throw new WorkbookError(`it takes more than ${this.mostBytes / 1024 ** 2} MB unpacked`);
      // Without positions, sax checks the length of attributes and texts only when asked to.
      Object.assign(parser, { position: 0, bufferCheckPosition: 0 });
      parser.write(decoder.write(chunk));
      if (failed.error !== null) throw failed.error;
    }
    parser.close();
    if (failed.error !== null) throw failed.error;
  }

  private async readStructure(): Promise<void> {
    const main = (await this.relations('')).find(({ type }) => type.endsWith('/officeDocument'))?.target;
    if (main === undefined) throw new WorkbookError('it is no workbook of Excel (.xlsx)');
    const relations = await this.relations(main);
    const parts = new Set<string>();
    const targets = new Map(relations.map(({ id, target }) => [id, target]));
    await this.read(main, {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
        const part = name === 'sheet' ? targets.get(attributes['id'] ?? '') : undefined;
        if (part === undefined || !/worksheets?\//i.test(part)) return;
        if (parts.has(part.toLowerCase())) throw new WorkbookError('two of its sheets are one part');
        parts.add(part.toLowerCase());
        const isHidden = /hidden/i.test(attributes['state'] ?? '');
        this.sheets.push({ name: attributes['name'] ?? '', isHidden, part });
      },
    });
    if (this.sheets.length > MOST_SHEETS) throw new WorkbookError(`it has more than ${MOST_SHEETS} sheets`);
    const partOf = (kind: string): string | undefined =>
      relations.find(({ type }) => type.endsWith(`/${kind}`))?.target;
    const [styles, shared] = [partOf('styles'), partOf('sharedStrings')];
    if (styles !== undefined) await this.readStyles(styles);
    if (shared !== undefined) await this.readSharedTexts(shared);
  }

  private async relations(of: string): Promise<{ id: string; type: string; target: string }[]> {
    const found: { id: string; type: string; target: string }[] = [];
    const folder = posix.dirname(of);
    const part = posix.join(folder, '_rels', `${posix.basename(of)}.rels`);
    if (!this.parts.has(part.toLowerCase())) return found;
    await this.read(part, {
      open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
        if (name !== 'Relationship') return;
        found.push({ id, type, target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) });
      },
    });
    return found;
  }

  private async readStyles(part: string): Promise<void> {
    const codes = new Map<number, string>();
    let inCells = false;
    await this.read(part, {
      open: (name, attributes) => {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (name === 'numFmt') codes.set(id, (attributes['formatCode'] ?? '').slice(0, LONGEST_FORMAT));
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) {
          if (this.timeFormats.push(timeFormat(id, codes.get(id))) > MOST_STYLES) {
            throw new WorkbookError(`it has more than ${MOST_STYLES} cell formats`);
          }
        }
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    });
  }

  private async readSharedTexts(part: string): Promise<void> {
    const reader = new TextReader();
    let characters = 0;
    await this.read(part, {
      open: (name) => reader.open(name),
      text: (piece) => reader.text(piece),
      close: (name) => {
        reader.close(name);
        if (name !== 'si') return;
        const text = reader.take();
        characters += text.length;
        if (characters > MOST_SHARED || this.sharedTexts.push(text) > MOST_TEXTS) {
          throw new WorkbookError('its texts take too much memory');
        }
      },
    });
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]));
}
