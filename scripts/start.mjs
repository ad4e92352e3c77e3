/** `npm start`: everything in one process on embedded infrastructure; arguments are the standalone program's. */
import { join } from 'node:path';
import { build, ensureInstalled, fail, node24, projectRoot, run } from './toolchain.mjs';

await ensureInstalled();
if ((await build()) !== 0) fail('Assay could not be built.');
const main = join(projectRoot, 'apps', 'standalone', 'dist', 'main.js');
// a young generation that is small for the machine, not for the work: it halves what a busy process holds
process.exitCode = await run(node24(), ['--max-semi-space-size=16', main, ...process.argv.slice(2)], { ipc: true });
