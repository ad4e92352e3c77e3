import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { createRun, Database, migrate, personNamed, storeBlocks, type Queryable } from '@assay/persistence';
import { eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import { questionFence } from '../pipeline/fence-nonce.js';
import { insertCorrection } from '../sql/corrections.js';
import { insertLiked } from '../sql/insert-liked.js';
import { insertQuestion } from '../sql/insert-question.js';
import { insertEvaluation } from '../sql/workspace-evaluations.js';
import { sampleQuestion } from '../testing/sample-question.js';
import { PeopleData } from './person-data.js';

const SECRET = 'of the fences';

describe('the erasure of a person', () => {
  let postgres: TestPostgres;
  let database: Database;
  let workspace: Id;
  let ann: Id;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('people', async (template) => void (await migrate(template)));
    database = new Database({ url });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    workspace = newId();
    const text = `insert into assay.workspaces (id, name, dialect, connection, privileges, prompt_secret)
      values ($1, $1::uuid::text, 'postgres', '', '{}', $2)`;
    await database.query({ name: 'test_workspace', text }, [workspace, SECRET]);
    ann = await personOf('ann');
  });

  const personOf = async (subject: string): Promise<Id> => (await personNamed(database, 'issuer', subject)).id;
  const erase = (): Promise<void> => new PeopleData({ database, hints: { send: () => undefined } as never }).erase(ann);
  async function ask(person: Id, connection: Queryable = database): Promise<Id> {
    const question = sampleQuestion(workspace, { id: newId(), person, owner: person });
    await insertQuestion(connection, question);
    return question.id;
  }
  const questions = (): Promise<{ id: Id }[]> =>
    database.query({ name: 'test_runs', text: 'select id from assay.runs where workspace_id = $1' }, [workspace]);

  it('takes the texts of their questions along, and none of others', async () => {
    const bob = await personOf('bob');
    const [own, others] = [await ask(ann), await ask(bob)];
    const contents = [own, others].flatMap((run) =>
      ['context', 'replaced context', 'prompt'].map((what) => `${what} <data-${questionFence(SECRET, run)}>`),
    );
    const blocks = ['shared', ...contents].map((content) => ({ workspace, hash: content, content }));
    await storeBlocks(database, blocks);
    // a clock stepped back
    const earlier = `update assay.blocks set created_at = created_at - interval '30 minutes'
      where workspace_id = $1 and starts_with(content, 'prompt')`;
    await database.query({ name: 'test_earlier', text: earlier }, [workspace]);
    await erase();
    const left = await database.query<{ content: string }>(
      { name: 'test_left', text: 'select content from assay.blocks where workspace_id = $1 order by content' },
      [workspace],
    );
    expect(left.map(({ content }) => content)).toEqual([...contents.slice(3), 'shared'].sort());
  });

  it('erases what is asked meanwhile, and refuses what is asked after it', async () => {
    const waiting = (): Promise<object[]> =>
      database.query({
        name: 'test_waiting',
        text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      });
    let erased = false;
    let erasing: Promise<void> | undefined;
    await database.transaction(async (connection) => {
      await connection.query({ name: 'test_idle', text: 'set local idle_in_transaction_session_timeout = 0' });
      await ask(ann, connection);
      erasing = erase().then(() => void (erased = true));
      await eventually(async () => erased || (await waiting()).length > 0);
    });
    await erasing;
    expect(await questions()).toEqual([]);
    await expect(ask(ann)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    const bob = await personOf('bob');
    const comment = { id: newId(), question: await ask(bob), sql: null, comment: 'Wrong.', goldSql: null };
    const more = { isNewGoldSql: false, lessons: [] };
    await expect(insertCorrection(database, { ...comment, ...more, owner: ann })).rejects.toMatchObject({
      status: 401,
    });
    await insertCorrection(database, { ...comment, ...more, owner: bob });
  });

  it.each<[string, (owner: Id, run: Id) => Promise<unknown>]>([
    [
      'a gold SQL',
      (owner, run) =>
        insertLiked(database, { id: newId(), workspace, question: 'q', sql: 's', evidence: null, run, owner }),
    ],
    [
      'an evaluation',
      (owner) => {
        const more = { repeats: 1, most: 1, schemaHash: null, models: {}, prompts: '' };
        return insertEvaluation(database, { id: newId(), workspace, ...more, owner });
      },
    ],
    [
      'a story evaluation',
      (person) => {
        const more = { workspace: null, seed: 1, deadlineSeconds: 1, replyTo: null, traceContext: null, events: [] };
        return createRun(database, { id: newId(), product: 'story', person, ...more });
      },
    ],
  ])('refuses %s of them after it', async (_what, insert) => {
    const bob = await personOf('bob');
    const pair = { id: newId(), workspace, question: 'q', sql: 's', evidence: null, owner: bob };
    await insertLiked(database, { ...pair, run: await ask(bob) });
    await erase();
    await expect(insert(ann, await ask(bob))).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    await insert(bob, await ask(bob));
  });
});
