import { basename, extname } from 'node:path';
import { CliProblem } from '../cli-problem.js';
import { readText } from '../read-text.js';
import type { Terminal } from '../terminal.js';

/** Reads story versions, labelled by file name, or by path if ambiguous. */
export async function readStories(
  terminal: Pick<Terminal, 'readInput'>,
  files: readonly string[],
): Promise<{ label: string; text: string }[]> {
  const names = files.map((file) => basename(file, extname(file)));
  const texts = await Promise.all(files.map((file) => (file === '-' ? terminal.readInput() : readText(file))));
  return texts.map((text, index) => {
    const file = files[index] ?? '';
    if (text.trim() === '') throw new CliProblem(`${file === '-' ? 'Standard input' : file} holds no story.`);
    const name = file === '-' ? 'standard input' : (names[index] ?? file);
    const isAmbiguous = names.indexOf(name) !== names.lastIndexOf(name);
    return { label: isAmbiguous ? file : name, text };
  });
}
