/**
 * `node scripts/bundle-programs.mjs FOLDER`: bundles the built services for the tests. Node spends 60 % of a start on finding
 * and loading 2,000 modules, and the tests start hundreds of services. `FOLDER` gets `<service>.js`.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { EXTERNAL, oneTypeorm, places } from './bundle-plugins.mjs';
import { projectRoot } from './toolchain.mjs';

const [folder] = process.argv.slice(2);
const names = readdirSync(join(projectRoot, 'apps')).filter((name) => existsSync(mainOf(name)));
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, mainOf(name)])),
  platform: 'node',
  logLevel: 'silent',
  external: [...EXTERNAL, 'class-validator'],
  plugins: [oneTypeorm, places],
});
rmSync(folder, { recursive: true, force: true });
await bundle.write({ dir: folder, format: 'esm', keepNames: true, entryFileNames: '[name].js' });
await bundle.close();

function mainOf(name) {
  return join(projectRoot, 'apps', name, 'dist', 'main.js');
}
