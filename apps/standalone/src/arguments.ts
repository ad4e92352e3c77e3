import { LEVELS, type Level } from '@assay/contracts';
import { ArgumentError, readWords, USAGE } from './words.js';

export interface StartArguments {
  once: boolean;
  /** False: calls no model at start. */
  asks: boolean;
  /** False: no demo database, workspace or question. */
  demo: boolean;
  /** Null: the showcase. */
  question: string | null;
  level: Level | null;
  json: boolean;
  /** Folder or file; null: the demo database. */
  data: string | null;
}

export const HELP = `${USAGE}

Starts Assay on infrastructure of its own, asks a question of the demo database, and serves until Ctrl-C.

  --once          end after the answer: exit code 0 on GOLD or SILVER, 2 on FAILED, 1 on ERROR
  --question "…"  ask this instead of the demo's question
  --data PATH     ask about the files of this folder, or about this file: CSV, Excel, JSON, Parquet, .duckdb; stays
                  where it is, and is only read
  --level LEVEL   begin at this level: ${LEVELS.join(', ')}
  --json          print the record of the question, and nothing else, on standard output
  --no-question   ask nothing, only serve
  --no-demo       the same without the demo database; with DATABASE_URL, no PostgreSQL is started

PORT chooses another port than 3000, ASSAY_DATA_DIR another folder than .assay; OPENAI_BASE_URL, OPENAI_API_KEY and
ASSAY_MODEL_BASIC a model for questions of your own.`;

export function asksForHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h');
}

export function parseArguments(words: readonly string[]): StartArguments {
  const values = readWords(words);
  const { question, level, data, once = false, json = false } = values;
  const silent = (['no-question', 'no-demo'] as const).find((name) => values[name] === true);
  const superfluous = ['once', 'question', 'level', 'json'].find((name) => name in values);
  if (silent !== undefined && superfluous !== undefined) {
    throw new ArgumentError(`--${silent} asks nothing, so --${superfluous} has no meaning beside it.`);
  }
  if (level !== undefined && !isLevel(level)) throw new ArgumentError(`--level must be one of ${LEVELS.join(', ')}.`);
  if (question?.trim() === '') throw new ArgumentError('--question must not be empty.');
  if (data === '') throw new ArgumentError('--data must not be empty.');
  const demo = values['no-demo'] !== true;
  const asks = silent === undefined;
  return { once, asks, demo, question: question ?? null, level: level ?? null, json, data: data ?? null };
}

function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}
