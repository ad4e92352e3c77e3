import { sha256 } from './hash.js';
import { readTemplates } from './read-templates.js';

/** SHA-256 (hex) of all templates of a folder. */
export function templatesVersion(folder: string): string {
  return sha256(JSON.stringify([...readTemplates(folder)]));
}
