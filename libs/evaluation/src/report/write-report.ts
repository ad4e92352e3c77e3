import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderHtml } from './render-html.js';
import { renderMarkdown } from './render-markdown.js';
import type { Report } from './report.js';

export async function writeReport(report: Report, folder: string): Promise<string[]> {
  return writeFiles(folder, {
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
    'report.md': renderMarkdown(report),
    'report.html': renderHtml(report),
  });
}

/** @returns their paths */
export async function writeFiles(folder: string, contents: Readonly<Record<string, string>>): Promise<string[]> {
  return Promise.all(
    Object.entries(contents).map(async ([name, text]) => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    }),
  );
}
