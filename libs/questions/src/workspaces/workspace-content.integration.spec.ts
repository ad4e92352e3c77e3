import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database, migrate } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { Upload } from '../files/upload.js';
import { readKnowledgeVersion } from '../sql/knowledge-version.js';

describe('the content of a workspace', () => {
  let postgres: TestPostgres;
  let database: Database;
  const workspace = newId();
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('imports', async (template) => void (await migrate(template)));
    database = new Database({ url });
    await sql(`insert into assay.workspaces (id, name, dialect, connection, privileges)
               values ('${workspace}', 'shop', 'duckdb', '', '{}')`);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const sql = (text: string): Promise<object[]> => database.query({ name: '', text });

  it('has another version of its knowledge after every change, whenever that was', async () => {
    const versions: unknown[] = [];
    const version = async (): Promise<void> => {
      versions.push((await readKnowledgeVersion(database, workspace)).imports);
    };
    const add = async (name: string): Promise<Id> => {
      const id = newId();
      await sql(`insert into assay.knowledge (id, workspace_id, name, format, hash, items, left_out, imported_at)
                 values ('${id}', '${workspace}', '${name}', 'ossie', 'one', '[]', '[]', '2026-01-01')`);
      return id;
    };
    await version();
    const first = await add('first');
    await version();
    await sql(`update assay.knowledge set hash = 'two' where id = '${first}'`);
    await version();
    await sql(`update assay.knowledge set name = 'renamed' where id = '${first}'`);
    await version();
    await sql(`delete from assay.knowledge where id = '${first}'`);
    await add('second');
    await version();
    expect(versions[0]).toBeNull();
    expect(new Set(versions).size).toBe(versions.length);
    await sql(`delete from assay.knowledge`);
    expect((await readKnowledgeVersion(database, workspace)).imports).toBeNull();
  });

  it('is asked about while its files are put in place', async () => {
    let referred: object[] = [];
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (connection) => {
        const result = await work(connection);
        // what a foreign key checks
        referred = await sql(`select 1 from assay.workspaces where id = '${workspace}' for key share nowait`);
        return result;
      });
    const upload = new Upload(Object.assign(Object.create(database) as Database, { transaction }), workspace, 1000);
    await upload.take('a.csv', contentOf('id'));
    expect(await upload.keep()).toEqual(['a.csv']);
    expect(referred).toHaveLength(1);
  });
});

async function* contentOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
