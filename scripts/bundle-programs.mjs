/**
 * `node scripts/bundle-programs.mjs FOLDER`: bundles the built services for the tests. Node spends 60 % of a start on finding
 * and loading 2,000 modules, and the tests start hundreds of services. `FOLDER` gets `<service>.js`.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { projectRoot } from './toolchain.mjs';

/** Native, loaded only if installed, or loading others by names made at run time. */
const EXTERNAL = [
  /\.node$/,
  /^@nestjs\/(microservices|websockets)/,
  /^class-(validator|transformer)/,
  'pg-native',
  /^@bull-board\//,
];

/** Modules find their files as they do unbundled. */
const places = {
  name: 'places',
  transform(code, id) {
    const [path] = id.split('?');
    const placed = code.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(path).href));
    const isCommon = /\b__(?:dirname|filename)\b/.test(code) && !/\b(?:const|let) __(?:dirname|filename)\b/.test(code);
    if (placed === code && !isCommon) return null;
    const names = isCommon
      ? `var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`
      : '';
    return names + placed;
  },
};

/** @nestjs/typeorm would load TypeORM a second time, beside the bundle, only to look for what TypeORM 1 does not export. */
const oneTypeorm = {
  name: 'one-typeorm',
  transform(_code, id) {
    if (!id.endsWith('/@nestjs/typeorm/dist/common/typeorm-compat.js')) return null;
    return 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n';
  },
};

const [folder] = process.argv.slice(2);
const names = readdirSync(join(projectRoot, 'apps')).filter((name) => existsSync(mainOf(name)));
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, mainOf(name)])),
  platform: 'node',
  logLevel: 'silent',
  external: EXTERNAL,
  plugins: [oneTypeorm, places],
});
rmSync(folder, { recursive: true, force: true });
await bundle.write({ dir: folder, format: 'esm', keepNames: true, entryFileNames: '[name].js' });
await bundle.close();

function mainOf(name) {
  return join(projectRoot, 'apps', name, 'dist', 'main.js');
}
