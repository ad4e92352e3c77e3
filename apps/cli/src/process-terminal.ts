import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { Terminal } from './terminal.js';

export function processTerminal(): Terminal {
  // A reader may close the pipe early (`… | head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  process.stderr.on('error', () => undefined);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      return () => process.off('SIGINT', listener);
    },
    readInput: async () => text(process.stdin),
    confirm: async (question) => {
      if (!process.stdin.isTTY) return null;
      const dialogue = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await dialogue.question(`${question} [y/N] `);
      dialogue.close();
      return /^y(es)?$/i.test(answer.trim());
    },
  };
}
