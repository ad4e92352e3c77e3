/** Builds the page (apps/web) unless what is built is what the sources say. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24, projectRoot, run, tool } from './toolchain.mjs';

const PAGE = join(projectRoot, 'apps', 'web');
/** Digest of the sources that the built page was made of; inside of what is built, so that it goes with it. */
const BUILT_MARK = join(PAGE, 'dist', '.built-from');
/** What goes into the page: its own files, the libraries it reads as sources, and the versions of the rest. */
const SOURCES = [PAGE, join(projectRoot, 'libs', 'client'), join(projectRoot, 'libs', 'contracts')];
const LEFT_OUT = new Set(['dist', 'node_modules', 'browser']);

/** Errors go to standard error; the answer is the exit code. */
export async function buildPage() {
  const digest = digestOfSources();
  if (readMark() === digest) return 0;
  const code = await run(node24(), [tool('vite', 'bin/vite.js'), 'build', '--logLevel', 'error', PAGE], {
    output: 'error',
  });
  if (code === 0) writeFileSync(BUILT_MARK, digest);
  return code;
}

function digestOfSources() {
  const digest = createHash('sha256').update(readFileSync(join(projectRoot, 'package-lock.json')));
  for (const file of SOURCES.flatMap(filesOf)) digest.update(file).update(readFileSync(file));
  return digest.digest('hex');
}

function filesOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesOf(path);
    return /\.(spec\.ts|tsbuildinfo)$/.test(entry.name) ? [] : [path];
  });
}

function readMark() {
  try {
    return readFileSync(BUILT_MARK, 'utf8');
  } catch {
    return null;
  }
}
