import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import {
  claimTasks,
  Database,
  finishTasks,
  migrate,
  readStages,
  storeBlocks,
  sweepOutbox,
  type Queryable,
  type TaskRow,
} from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertQuestion } from '../sql/insert-question.js';
import { QuestionPipeline } from './question-pipeline.js';
import { sampleQuestion } from '../testing/sample-question.js';

/** The database of a process that dies at a statement. */
class FailingDatabase {
  constructor(
    private readonly database: Database,
    private readonly at: string,
  ) {}

  readonly query: Queryable['query'] = (statement, parameters) =>
    statement.name === this.at
      ? Promise.reject(new Error('the process is dead'))
      : this.database.query(statement, parameters);

  readonly transaction: Database['transaction'] = (work) => this.database.transaction(work);
}

describe('a step that its process does not survive', () => {
  let postgres: TestPostgres;
  let database: Database;
  const workspace = newId();
  const schemaHash = 'a'.repeat(64);

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('interrupted', async (template) => void (await migrate(template)));
    database = new Database({ url });
    const text = `insert into assay.workspaces (id, name, dialect, connection, schema_hash)
      values ($1, 'shop', 'postgres', '', $2)`;
    await database.query({ name: 'test_workspace', text }, [workspace, schemaHash]);
    const schema = JSON.stringify({ dialect: 'postgres', tables: [] });
    await storeBlocks(database, [{ workspace, hash: schemaHash, content: schema }]);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  /** The next step closes `prepare` and builds the context. */
  async function preparedQuestion(): Promise<Id> {
    const id = newId();
    await insertQuestion(database, sampleQuestion(workspace, { id, question: `How many customers live in 'Paris'?` }));
    await new QuestionPipeline().advance(database, id);
    const [stage] = await readStages(database, id);
    expect(stage?.kind).toBe('prepare');
    const { id: task } = stage?.tasks[0] as TaskRow;
    const claim = newId();
    await claimTasks(database, newId(), [{ task, delivery: 1, claim }]);
    const finish = { status: 'DONE', result: { schemaHash, found: [] } } as const;
    const [end] = await finishTasks(database, [{ task, claim, run: id, stage: stage?.id ?? null, finish }]);
    expect(end?.advance).toBe(true);
    return id;
  }

  async function sweptUp(run: Id, seconds: number): Promise<boolean> {
    for (let waited = 0; waited < seconds * 1000; waited += 100) {
      const outbox = await sweepOutbox(database, 500);
      if (outbox.some(({ kind, id }) => kind === 'run' && id === run)) return true;
      await sleep(100);
    }
    return false;
  }

  it.each(['store_blocks', 'write_question_context', 'load_question'])(
    'between its two writes, at %s, is taken up again within seconds',
    async (statement) => {
      const run = await preparedQuestion();
      let loads = 0;
      const dying = new FailingDatabase(database, statement);
      const query: Queryable['query'] = (asked, parameters) => {
        // the first load belongs to the first write
        const first = asked.name === 'load_question' && (loads += 1) === 1;
        return first ? database.query(asked, parameters) : dying.query(asked, parameters);
      };
      const process = { query, transaction: dying.transaction } as Database;
      await expect(new QuestionPipeline().advance(process, run)).rejects.toThrow('the process is dead');
      expect((await readStages(database, run)).map(({ kind, closedAt }) => [kind, closedAt !== null])).toEqual([
        ['prepare', true],
      ]);
      expect(await sweptUp(run, 5)).toBe(true);
      await new QuestionPipeline().advance(database, run);
      expect((await readStages(database, run)).map(({ kind }) => kind)).toContain('generate');
      const text = `update assay.runs set check_at = now() - interval '1 second',
        advance_published_at = advance_published_at - interval '1 minute'`;
      await database.query({ name: 'look_now', text }, []);
      expect(await sweptUp(run, 0.1)).toBe(false);
    },
  );
});
