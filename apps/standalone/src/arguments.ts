import { LEVELS, type Level } from '@assay/contracts';
import { parseArgs } from 'node:util';

/** What `npm start -- …` was told. */
export interface StartArguments {
  /** End after the answer. */
  once: boolean;
  /** Null: the demo's showcase question. */
  question: string | null;
  level: Level | null;
  /** Print the record, and nothing else, on standard output. */
  json: boolean;
}

/** A word on the command line that means nothing here. */
export class ArgumentError extends Error {
  constructor(message: string) {
    super(`${message}\nUsage: npm start -- [--once] [--question "…"] [--level ${LEVELS.join('|')}] [--json]`);
    this.name = 'ArgumentError';
  }
}

/** @throws ArgumentError that names what is wrong */
export function parseArguments(words: readonly string[]): StartArguments {
  const values = readWords(words);
  const { question, level } = values;
  if (level !== undefined && !isLevel(level)) throw new ArgumentError(`--level must be one of ${LEVELS.join(', ')}.`);
  if (question?.trim() === '') throw new ArgumentError('--question must not be empty.');
  return { once: values.once ?? false, question: question ?? null, level: level ?? null, json: values.json ?? false };
}

function readWords(words: readonly string[]): { once?: boolean; question?: string; level?: string; json?: boolean } {
  try {
    return parseArgs({
      args: [...words],
      options: {
        once: { type: 'boolean' },
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
