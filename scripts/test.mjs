/** `npm test`: every test, from the sources; arguments are jest's. */
import { buildPage } from './page.mjs';
import { build, ensureInstalled, fail, node24, run, tool } from './toolchain.mjs';

await ensureInstalled();
// Some suites start services as processes of their own, and those run what was built.
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
if ((await buildPage()) !== 0) fail('The page cannot be built, so it cannot be tested.');
process.exitCode = await run(node24(), [...flags, tool('jest', 'bin/jest.js'), ...process.argv.slice(2)]);
