/** `npm run bench [name] [arguments]`: measures; each benchmark is a module `bench/<name>/main.mjs`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, ensureInstalled, fail, node24, projectRoot, run } from './toolchain.mjs';

const folder = join(projectRoot, 'bench');
const benchmarks = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')))
  : [];
const [name = 'questions', ...parameters] = process.argv.slice(2);
if (!benchmarks.includes(name)) fail(`No benchmark ${name}. There are: ${benchmarks.join(', ') || 'none'}.`);
await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be measured.');
process.exitCode = await run(node24(), [join(folder, name, 'main.mjs'), ...parameters]);
