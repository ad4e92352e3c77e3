import { sha256 } from './hash.js';
import { readTemplates } from './read-templates.js';

/** SHA-256 in hex over all templates of a folder: another one after every change of any. */
export function templatesVersion(folder: string): string {
  return sha256(JSON.stringify([...readTemplates(folder)]));
}
