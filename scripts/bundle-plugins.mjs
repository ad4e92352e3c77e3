/** What `bundle-programs` and `bundle-packages` share. */
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Native, loaded only if installed, or loading others by names made at run time. */
export const EXTERNAL = [
  /\.node$/,
  /^@nestjs\/(microservices|websockets)/,
  'class-transformer',
  'pg-native',
  /^@bull-board\//,
];

/** Modules find their files as they do unbundled. */
export const places = {
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
export const oneTypeorm = {
  name: 'one-typeorm',
  transform(_code, id) {
    if (!id.endsWith('/@nestjs/typeorm/dist/common/typeorm-compat.js')) return null;
    return 'export const Connection = undefined;\nexport const AbstractRepository = undefined;\n';
  },
};
