import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a `.js` file, or of the `.ts` beside it when run from source. */
export function scriptPath(script: URL): string {
  return fileURLToPath(script.href.replace(/\.js$/, extname(import.meta.url)));
}
