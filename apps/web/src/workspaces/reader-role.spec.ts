import { expect, it } from '@jest/globals';
import { DIALECTS, isFileDialect } from '@assay/contracts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readerRole } from './reader-role.js';

const DOCUMENTED = readFileSync(fileURLToPath(new URL('../../../../docs/databases.md', import.meta.url)), 'utf8');

it.each(DIALECTS)('has the documented statements for %s, and none for files', (dialect) => {
  const statements = readerRole(dialect, '');
  expect(statements === null).toBe(isFileDialect(dialect));
  expect(DOCUMENTED).toContain(statements ?? '');
});

it.each([
  ['postgres://reader@host:5432/clinic?sslmode=require', 'clinic'],
  ['postgres://reader@host:5432/My%20shop', 'shop'],
  ['postgres://reader@host', 'shop'],
])('names the database of %s where that needs no quotes', (url, name) => {
  expect(readerRole('postgres', url)).toContain(`grant connect on database ${name} to assay_reader;`);
});
