import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EvaluationProblem } from '../evaluation-problem.js';

const RUN_FILE = 'run.json';
const ENTRIES_FILE = 'questions.jsonl';
const NAME_FILE = 'run-id';

type Files = [runFile: string, file: string, nameFile: string];

/** Progress as one JSON line per question; valid for one configuration. */
export class Journal<Entry extends { id: string }> {
  private lastWrite: Promise<void> = Promise.resolve();

  private constructor(
    /** A unique name, kept when continued. */
    readonly run: string,
    private readonly file: string,
    private readonly entries: Map<string, Entry>,
  ) {}

  /**
   * @param configuration inputs of entries
   * @param options.fresh discards entries
   * @throws EvaluationProblem for another configuration
   */
  static async open<Entry extends { id: string }>(
    folder: string,
    configuration: object,
    options: { fresh: boolean },
  ): Promise<Journal<Entry>> {
    await mkdir(folder, { recursive: true });
    const [runFile, file, nameFile] = [RUN_FILE, ENTRIES_FILE, NAME_FILE].map((name) => join(folder, name)) as Files;
    if (options.fresh) await Promise.all([runFile, file, nameFile].map((path) => rm(path, { force: true })));
    const wanted = `${JSON.stringify(configuration, null, 2)}\n`;
    const found = await readIfThere(runFile);
    if (found !== null && found !== wanted) {
      throw new EvaluationProblem(
        `${folder} holds another evaluation (${RUN_FILE} has ${firstDifference(found, wanted)}): give another --out, or --fresh to start over`,
      );
    }
    if (found === null) await writeFile(runFile, wanted);
    const run = (await readIfThere(nameFile)) ?? randomUUID();
    await writeFile(nameFile, run);
    return new Journal(run, file, await readEntries<Entry>(file));
  }

  get size(): number {
    return this.entries.size;
  }

  get(id: string): Entry | undefined {
    return this.entries.get(id);
  }

  async add(entry: Entry): Promise<void> {
    this.entries.set(entry.id, entry);
    // Lines must not interleave.
    const write = this.lastWrite.then(() => appendFile(this.file, `${JSON.stringify(entry)}\n`));
    this.lastWrite = write.catch(() => undefined);
    return write;
  }
}

function firstDifference(found: string, wanted: string): string {
  const wantedLines = wanted.split('\n');
  return (found.split('\n').find((line, at) => line !== wantedLines[at]) ?? '').trim().replace(/,$/, '');
}

/** Truncates a partial last line. */
async function readEntries<Entry extends { id: string }>(file: string): Promise<Map<string, Entry>> {
  const text = (await readIfThere(file)) ?? '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  const entries = whole.split('\n').filter((line) => line !== '');
  return new Map(entries.map((line) => JSON.parse(line) as Entry).map((entry) => [entry.id, entry]));
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
