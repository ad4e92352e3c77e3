// Imports only Node modules: `npm start` runs this file from source, to reject wrong options before it builds.
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm start -- [--once] [--question "…"] [--level LEVEL] [--json]
       npm start -- --data ./folder [--question "…"] [--once]
       npm start -- --no-question | --no-demo
       npm start -- --help`;

export class ArgumentError extends Error {
  constructor(message: string) {
    super(`${message}\n${USAGE}`);
    this.name = 'ArgumentError';
  }
}

export interface Words {
  help?: boolean;
  once?: boolean;
  'no-question'?: boolean;
  'no-demo'?: boolean;
  question?: string;
  level?: string;
  json?: boolean;
  data?: string;
}

export function readWords(words: readonly string[]): Words {
  try {
    return parseArgs({
      args: [...words],
      options: {
        help: { type: 'boolean', short: 'h' },
        once: { type: 'boolean' },
        'no-question': { type: 'boolean' },
        'no-demo': { type: 'boolean' },
        question: { type: 'string' },
        level: { type: 'string' },
        json: { type: 'boolean' },
        data: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}
