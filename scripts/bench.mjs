/** `npm run bench [name] [arguments]`: `bench/<name>/main.mjs`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, ensureInstalled, fail, node24, projectRoot, run } from './toolchain.mjs';

const folder = join(projectRoot, 'bench');
const [name = 'questions', ...parameters] = process.argv.slice(2);
const names = readdirSync(folder).sort();
if (!names.includes(name)) fail(`No benchmark ${name}. There are: ${names.join(', ')}.`);
await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be measured.');
process.exitCode = await run(node24(), [join(folder, name, 'main.mjs'), ...parameters]);
