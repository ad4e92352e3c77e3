/** Stands in for `script-path.ts` in jest: the bundled script, else the source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundled = JSON.parse(readFileSync(join(process.env.ASSAY_TEST_SCRIPTS, 'scripts.json'), 'utf8'));

export function scriptPath(script) {
  const source = fileURLToPath(script.href.replace(/\.js$/, '.ts'));
  return bundled[source] ?? source;
}
