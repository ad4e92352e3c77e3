import { guardSql } from '@assay/sql';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';

const LIMITS = { statementTimeoutMs: 10_000, maxRows: 100, maxBytes: 1_000_000 };
const { signal } = new AbortController();

export class FilesUnderTest {
  private constructor(
    private readonly folder: string,
    readonly database: TargetDatabase,
  ) {}

  /** @param files contents by path below the folder */
  static async open(files: Readonly<Record<string, Buffer | string>>): Promise<FilesUnderTest> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-under-test-')));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const target = await resolveTarget(parseTargetUrl('duckdb', `duckdb://${folder}`), {
      hosts: null,
      ownStores: [],
      sqliteDirs: [folder],
    });
    return new FilesUnderTest(folder, openTargetDatabase(target, { guard: (sql) => guardSql(sql, 'duckdb') }));
  }

  async rows(sql: string): Promise<unknown> {
    return (await this.database.execute(sql, LIMITS, signal)).rows;
  }

  async descriptionOf(table: string): Promise<string | null | undefined> {
    const { schema } = await this.database.introspect({ examples: false }, signal);
    return schema.tables.find(({ name }) => name === table)?.description;
  }

  async tables(): Promise<Record<string, string[]>> {
    const { schema } = await this.database.introspect({ examples: false }, signal);
    return Object.fromEntries(
      schema.tables.map(({ name, columns }) => [name, columns.map((column) => `${column.name} ${column.type}`)]),
    );
  }

  async findings(): Promise<string[]> {
    return (await this.database.check(signal)).privileges.findings;
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
