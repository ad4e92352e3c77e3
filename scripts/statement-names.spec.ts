import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

/** PostgreSQL keeps a prepared statement by its name, for the whole connection. */
it('names of prepared statements are unique in all packages', () => {
  const files = globSync('{apps,libs}/*/src/**/*.ts', {
    exclude: (path) => /node_modules|dist|testing|spec/.test(path),
  });
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bname: '([a-z_\d]+)',\s+(?:\/\/.*\s+)*text\b/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
