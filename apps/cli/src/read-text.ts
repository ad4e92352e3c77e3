import { readFile } from 'node:fs/promises';
import { CliProblem } from './cli-problem.js';

export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(error);
    throw new CliProblem(`${file} cannot be read: ${why}.`);
  }
}
