import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { TemplateSources } from './template-engine.js';

/** Normalises line ends so that hashes are portable. */
export function readTemplates(folder: string): TemplateSources {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && entry.name !== 'README.md')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return new Map(
    names.map((name) => [name.split(sep).join('/'), readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')]),
  );
}
