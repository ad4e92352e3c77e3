import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

/** PostgreSQL keeps a prepared statement by its name, for the whole connection. */
it('names of prepared statements are unique in all packages', () => {
  const files = globSync('{apps,libs}/*/src/**/*.ts', { exclude: (path) => /node_modules|dist/.test(path) });
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ +name: '([a-z]+(?:_[a-z\d]+)+)',\n(?:.*\n){0,4}? +text:/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
