import { sha256 } from './hash.js';
import { readTemplates } from './read-templates.js';

export function templatesVersion(folder: string): string {
  return sha256(JSON.stringify([...readTemplates(folder)]));
}
