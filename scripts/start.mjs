/** `npm start`: everything in one process on embedded infrastructure; arguments are the standalone program's. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ENVIRONMENT, NODE_FLAGS } from './memory.mjs';
import { build, ensureInstalled, fail, node24, projectRoot, run } from './toolchain.mjs';

await ensureInstalled();
if ((await refuseWrongWords()) !== 0) process.exit(1);
if ((await build()) !== 0) fail('Assay could not be built.');
const main = join(projectRoot, 'apps', 'standalone', 'dist', 'main.js');
const parameters = [...NODE_FLAGS, main, ...process.argv.slice(2)];
process.exitCode = await run(node24(), parameters, { environment: ENVIRONMENT, ipc: true });

/** Reports wrong arguments before the build, with the program's own reader. */
function refuseWrongWords() {
  const words = pathToFileURL(join(projectRoot, 'apps', 'standalone', 'src', 'words.ts')).href;
  const read = `import(${JSON.stringify(words)}).then(({ readWords }) => readWords(process.argv.slice(1)))
    .catch(({ message }) => { console.error(message); process.exitCode = 1; })`;
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  return run(node24(), [...flags, '-e', read, '--', ...process.argv.slice(2)]);
}
