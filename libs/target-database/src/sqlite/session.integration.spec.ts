import { expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteSession } from './session.js';

it('a database file is opened however soon a server on the network would have to answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sqlite-'));
  const path = join(folder, 'shop.sqlite');
  new DatabaseSync(path).close();
  const { signal } = new AbortController();
  const session = await SqliteSession.open(path, { connectMs: 1, signal }, { doubleQuotedTexts: false });
  expect(session.healthy).toBe(true);
  session.destroy();
  await rm(folder, { recursive: true });
});
