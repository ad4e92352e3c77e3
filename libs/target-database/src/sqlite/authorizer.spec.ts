import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { privilegesOf, sqliteDriver } from './driver.js';

const signal = new AbortController().signal;

describe('the authorizer of SQLite', () => {
  it('is there, and nothing is found', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-authorizer-'));
    const path = join(folder, 'a.sqlite');
    new DatabaseSync(path).close();
    const driver = sqliteDriver({ doubleQuotedTexts: false });
    const session = await driver.open(
      { target: { dialect: 'sqlite', kind: 'file', path }, address: '' },
      { connectMs: 10_000, signal },
    );
    try {
      const { findings } = await driver.privileges(session, signal);
      expect(findings).toEqual([]);
    } finally {
      await session.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('is missed where Node.js has none', () => {
    expect(privilegesOf({ hasAuthorizer: false }).findings).toEqual([expect.stringMatching(/no authorizer.*24\.10/)]);
  });
});
