import { LEVELS, type Level } from '@assay/contracts';
import { parseArgs } from 'node:util';

/** What `npm start -- …` was told. */
export interface StartArguments {
  /** End after the answer. */
  once: boolean;
  /** False: nothing is asked, so that no model is called before somebody asks. */
  asks: boolean;
  /** Null: the demo's showcase question. */
  question: string | null;
  level: Level | null;
  /** Print the record, and nothing else, on standard output. */
  json: boolean;
}

/** A word on the command line that means nothing here. */
export class ArgumentError extends Error {
  constructor(message: string) {
    super(
      `${message}\nUsage: npm start -- [--once] [--question "…"] [--level ${LEVELS.join('|')}] [--json]` +
        '\n       npm start -- --no-question',
    );
    this.name = 'ArgumentError';
  }
}

/** @throws ArgumentError that names what is wrong */
export function parseArguments(words: readonly string[]): StartArguments {
  const values = readWords(words);
  const { question, level, once = false, json = false } = values;
  const asks = values['no-question'] !== true;
  const superfluous = ['once', 'question', 'level', 'json'].find((name) => name in values);
  if (!asks && superfluous !== undefined) {
    throw new ArgumentError(`--no-question asks nothing, so --${superfluous} has no meaning beside it.`);
  }
  if (level !== undefined && !isLevel(level)) throw new ArgumentError(`--level must be one of ${LEVELS.join(', ')}.`);
  if (question?.trim() === '') throw new ArgumentError('--question must not be empty.');
  return { once, asks, question: question ?? null, level: level ?? null, json };
}

interface Words {
  once?: boolean;
  'no-question'?: boolean;
  question?: string;
  level?: string;
  json?: boolean;
}

function readWords(words: readonly string[]): Words {
  try {
    return parseArgs({
      args: [...words],
      options: {
        once: { type: 'boolean' },
        'no-question': { type: 'boolean' },
        question: { type: 'string' },
        level: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}
