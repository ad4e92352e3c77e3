import { fileURLToPath } from 'node:url';
import { readTemplates } from './read-templates.js';
import type { TemplateSources } from './template-engine.js';

export const PROMPTS_FOLDER = fileURLToPath(new URL('../../../../prompts', import.meta.url));

/** The project's prompts with some files replaced; null removes a file. */
export function promptsWith(changes: Record<string, ((source: string) => string) | null>): TemplateSources {
  const sources = new Map(readTemplates(PROMPTS_FOLDER));
  for (const [path, change] of Object.entries(changes)) {
    const source = sources.get(path);
    if (source === undefined) throw new Error(`${path} is not a template`);
    if (change === null) sources.delete(path);
    else sources.set(path, change(source));
  }
  return sources;
}
