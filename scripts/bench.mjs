/** `npm run bench [name] [arguments]`: `bench/<name>/main.mjs` or `{libs,apps}/<package>/bench/<name>.bench.mjs`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, ensureInstalled, fail, node24, projectRoot, run } from './toolchain.mjs';

const benchmarks = new Map([...wholeBenchmarks(), ...libraryBenchmarks()]);
const [name = 'questions', ...parameters] = process.argv.slice(2);
const module = benchmarks.get(name);
if (module === undefined) fail(`No benchmark ${name}. There are: ${[...benchmarks.keys()].join(', ') || 'none'}.`);
await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be measured.');
process.exitCode = await run(node24(), [module, ...parameters]);

/** Benchmarks of the system, by folder. */
function wholeBenchmarks() {
  return entriesOf('bench').flatMap((entry) => {
    const path = join(projectRoot, 'bench', entry, 'main.mjs');
    return existsSync(path) ? [[entry, path]] : [];
  });
}

/** Benchmarks of one package, by file. */
function libraryBenchmarks() {
  const packages = ['libs', 'apps'].flatMap((folder) => entriesOf(folder).map((entry) => join(folder, entry)));
  return packages.flatMap((folder) =>
    entriesOf(join(folder, 'bench'))
      .filter((file) => file.endsWith('.bench.mjs'))
      .map((file) => [file.replace('.bench.mjs', ''), join(projectRoot, folder, 'bench', file)]),
  );
}

function entriesOf(folder) {
  const path = join(projectRoot, folder);
  return existsSync(path) ? readdirSync(path).sort() : [];
}
