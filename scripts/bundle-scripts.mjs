/**
 * `node scripts/bundle-scripts.mjs FOLDER`: bundles child processes for jest: Node starts TypeScript half as fast.
 * `FOLDER/scripts.json` maps sources to files.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { EXTERNAL, places } from './bundle-plugins.mjs';
import { projectRoot } from './toolchain.mjs';

/** Those of SQLite may read no folder but their own. */
const SCRIPTS = [
  'libs/behaviour-engines/src/duckdb/scratch-child',
  'libs/questions/src/documents/read-knowledge.script',
  'libs/target-database/src/duckdb/child',
  'libs/target-database/src/duckdb/conversion/convert',
  'libs/target-database/src/duckdb/loading/combine',
  'libs/target-database/src/duckdb/loading/load',
];

const [folder] = process.argv.slice(2);
const bundle = await rolldown({
  input: Object.fromEntries(SCRIPTS.map((name) => [name, join(projectRoot, `${name}.ts`)])),
  cwd: projectRoot,
  platform: 'node',
  logLevel: 'silent',
  resolve: { conditionNames: ['@assay/source', 'node', 'import'], extensionAlias: { '.js': ['.ts', '.js'] } },
  external: [...EXTERNAL, /^@duckdb\//],
  plugins: [places],
});
rmSync(folder, { recursive: true, force: true });
await bundle.write({ dir: folder, format: 'esm', keepNames: true, entryFileNames: '[name].js' });
await bundle.close();
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
const paths = SCRIPTS.map((name) => [join(projectRoot, `${name}.ts`), join(folder, `${name}.js`)]);
writeFileSync(join(folder, 'scripts.json'), JSON.stringify(Object.fromEntries(paths)));
