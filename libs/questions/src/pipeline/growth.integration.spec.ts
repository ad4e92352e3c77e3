import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, newId, type Id } from '@assay/contracts';
import {
  applyAdvance,
  heartbeat,
  claimTasks,
  createRun,
  Database,
  eraseCallBodies,
  eraseDeadProcesses,
  eraseOldEvaluations,
  eraseOldRecords,
  eraseOldRequests,
  eraseUnusedBlocks,
  extendTask,
  finishTasks,
  deleteIdempotencyKeys,
  lostTasks,
  migrate,
  MOST_COUNTED,
  MOST_IN_HAND,
  unsentReplies,
  readAnswers,
  readEventPages,
  readEvents,
  readJournal,
  readRetentionLag,
  readSpending,
  readStages,
  readStageTimes,
  readTaskQueues,
  readUsage,
  requestCancel,
  requestTasks,
  sweepOutbox,
  type Advance,
  type FinishItem,
  type Queryable,
} from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { visibilityOf, unrestricted } from '@assay/contracts/requests';
import { insertQuestion } from '../sql/insert-question.js';
import { readDayUsage } from '../sql/day-usage.js';
import { resolveAsk } from '../sql/resolve-ask.js';
import { readQuestions } from '../sql/read-questions.js';
import { sampleQuestion } from '../testing/sample-question.js';
import { pipelineOn, rowsRead, workOn } from '../testing/rows-read.js';
import { SEED_DAYS, SEED_ENDED, SEED_OPEN, SEEDED_ID } from '../testing/seed-record.sql.js';
import { discardAbandonedFiles } from '../sql/workspace-files.js';
import { eraseClosedWorkspaces, eraseWorkspace } from '../workspaces/erase-workspace.js';
import { loadQuestionRun } from './load-question-run.js';

const ALL = { status: null, visibility: visibilityOf(unrestricted('test')) };

const OPEN_TASKS = 100_000;
const ENDED_RUNS = 20_000;

/** Row limit of hot statements and empty sweeps. */
const FEW = 500;
const PAGE = 500;

describe('on a record with 100,000 open tasks and 60,000 steps', () => {
  let postgres: TestPostgres;
  let database: Database;
  const [busy, idle, tried] = [newId(), newId(), newId()];
  const process = { id: newId(), service: 'test', host: 'host', pid: 1 };

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('growth', async (template) => void (await migrate(template)));
    database = new Database({ url });
    await database.query({ name: 'seeded_id', text: SEEDED_ID });
    const workspaces = `insert into assay.workspaces (id, name, dialect, connection, privileges)
      select id, id::text, 'postgres', '', '{}' from unnest($1::uuid[]) id`;
    await database.query({ name: 'workspaces', text: workspaces }, [[busy, idle, tried]]);
    for (const text of SEED_OPEN) await seed(text, OPEN_TASKS);
    for (const text of SEED_ENDED) await seed(text, ENDED_RUNS);
    await database.query({ name: 'days', text: SEED_DAYS }, [[busy, idle]]);
    await heartbeat(database, process, []);
    // plans need statistics now, not at autovacuum's time
    await database.query({ name: 'analyze', text: 'analyze' });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const seed = (text: string, count: number): Promise<object[]> =>
    text.includes('$1')
      ? database.query({ name: '', text }, text.includes('$2') ? [busy, count] : [busy])
      : database.query({ name: '', text: text.replaceAll('$2', '$1') }, text.includes('$2') ? [count] : []);

  const someOf = (kind: string, count: number): Promise<{ id: Id }[]> =>
    database.query({ name: 'some_of', text: 'select assay.seeded_id($1, n) as id from generate_series(1, $2) n' }, [
      kind,
      count,
    ]);

  const question = (workspace: Id): ReturnType<typeof sampleQuestion> =>
    sampleQuestion(workspace, { events: [{ type: 'question-accepted', body: {} }] });

  /** This question's step is due as well. */
  const sweptTasks = async (connection: Queryable): Promise<object[]> =>
    (await sweepOutbox(connection, PAGE)).filter(({ kind }) => kind === 'task');

  const claimed = async (connection: Queryable, count: number): Promise<{ task: Id; claim: Id; run: Id }[]> => {
    const requests = Array.from({ length: count }, () => ({
      id: newId(),
      run: null,
      workspace: idle,
      queue: 'db-sampler' as const,
      priority: 0,
      maxAttempts: 5,
      runSeconds: 900,
      payload: {},
      key: null,
    }));
    await requestTasks(connection, requests);
    const claims = requests.map(({ id }) => ({ task: id, delivery: 1, claim: newId() }));
    expect(await claimTasks(connection, process.id, claims)).toHaveLength(count);
    return claims.map(({ task, claim }) => ({ task, claim, run: task }));
  };

  const hot: [string, (connection: Queryable) => Promise<unknown>][] = [
    ['an ask of a busy workspace', (connection) => resolveAsk(connection, busy, null, 'test', null)],
    ['an ask of another one, by name', (connection) => resolveAsk(connection, idle, null, 'test', 'key')],
    ['the writing of a question', (connection) => insertQuestion(connection, question(busy))],
    [
      'the writing of one that is counted against a quota',
      async (connection) => {
        const settings = { ...DEFAULT_SETTINGS, quota: { ...DEFAULT_SETTINGS.quota, questionsPerDay: 2_000_000 } };
        expect(await insertQuestion(connection, { ...question(busy), settings })).toBe(true);
      },
    ],
    [
      'what a workspace has used today',
      async (connection) => {
        const { questions, tokens } = await readDayUsage(connection, busy);
        expect(questions).toBeGreaterThanOrEqual(1_000_000);
        expect(tokens).toBeGreaterThanOrEqual(8_000_000);
      },
    ],
    ['a heartbeat', (connection) => heartbeat(connection, process, [])],
    ['a look for lost tasks', async (connection) => expect(await lostTasks(connection, 5, PAGE)).toEqual([])],
    ['a sweep', async (connection) => expect(await sweptTasks(connection)).toEqual([])],
    ['a request, its claim and its end', async (connection) => finish(connection, await claimed(connection, 5))],
    ['the way of a run: begun, stepped, claimed, ended by stages', wayOfARun],
    ['the unsent replies', (connection) => unsentReplies(connection, 100)],
    [
      'a page of questions',
      (connection) => readQuestions(connection, { ...ALL, workspaces: null, before: null, limit: 20 }),
    ],
    [
      'a page of one person',
      async (connection) => {
        const visibility = { person: newId(), nobody: [], me: null, others: [] };
        expect(
          await readQuestions(connection, { ...ALL, visibility, workspaces: null, before: null, limit: 20 }),
        ).toEqual([]);
      },
    ],
    [
      'a page of one workspace',
      (connection) => readQuestions(connection, { ...ALL, workspaces: [idle], before: newId(), limit: 20 }),
    ],
    [
      'a page of a rare status',
      async (connection) => {
        const filter = { ...ALL, status: 'FAILED', before: null, limit: 20 } as const;
        expect(await readQuestions(connection, { ...filter, workspaces: null })).toEqual([]);
        expect(await readQuestions(connection, { ...filter, workspaces: [busy] })).toEqual([]);
      },
    ],
    ['old idempotency keys', async (connection) => expect(await deleteIdempotencyKeys(connection, 100)).toBe(100)],
    ['processes that are dead', (connection) => eraseDeadProcesses(connection, PAGE)],
    ['old records', (connection) => eraseOldRecords(connection, 30, PAGE)],
    ['old evaluations', (connection) => eraseOldEvaluations(connection, 30, PAGE)],
    ['old requests', (connection) => eraseOldRequests(connection, 30, PAGE)],
    ['old call bodies', (connection) => eraseCallBodies(connection, 30, PAGE)],
    ['unused blocks', (connection) => eraseUnusedBlocks(connection, 30, PAGE)],
    ['abandoned uploads', (connection) => discardAbandonedFiles(connection, PAGE)],
    ['interrupted erasures', (connection) => eraseClosedWorkspaces(workOn(connection), PAGE)],
    ['the erasure of a database that was only tried', (connection) => eraseWorkspace(workOn(connection), tried)],
    ['the lag of retention', (connection) => readRetentionLag(connection, 30, 30)],
  ];

  async function finish(connection: Queryable, tasks: { task: Id; claim: Id }[]): Promise<void> {
    const step = { ordinal: 1, kind: 'model', requestHash: '', request: {}, answer: {}, raw: null } as const;
    const outcomes = await finishTasks(
      pipelineOn(connection),
      tasks.map((item) => ({
        ...item,
        run: null,
        stage: null,
        steps: [{ ...step, id: newId(), status: 'answered' as const }],
        supersedeFrom: 2,
        finish: { status: 'DONE', result: {} },
      })),
    );
    expect(outcomes.every(({ accepted }) => accepted)).toBe(true);
  }

  /** Two stages of six tasks, with reads. */
  async function wayOfARun(connection: Queryable): Promise<void> {
    const [run, stages] = [newId(), [newId(), newId()]];
    const body = { agent: 'generator', model: 'm', tokens: 1, costUsd: null };
    const events = [{ type: 'call-answered' as const, body }];
    const nothing: Advance = { stages: [], tasks: [], close: [], cancel: [], events, wakeAt: null, finish: null };
    const begun = { id: run, product: 'question' as const, workspace: busy, seed: 1 };
    await createRun(connection, { ...begun, deadlineSeconds: 600, replyTo: null, traceContext: null, events });
    const tasks = stages.flatMap((stage) =>
      Array.from({ length: 6 }, (_, index) => ({
        ...{ id: newId(), stage, workspace: busy, ordinal: index + 1, queue: 'generator' as const, priority: 0 },
        ...{ maxAttempts: 5, runSeconds: 900, payload: {} },
      })),
    );
    const kinds = stages.map((id, index) => ({
      ...{ id, attempt: 1, kind: `kind ${index}`, round: 1, input: {}, total: 6, lookAtOpen: 0 },
    }));
    expect(await applyAdvance(connection, run, 0, { ...nothing, stages: kinds, tasks })).toBe(true);
    const claims = tasks.map(({ id }) => ({ task: id, delivery: 1, claim: newId() }));
    expect(await claimTasks(connection, process.id, claims)).toHaveLength(tasks.length);
    const [first] = claims;
    if (first) await extendTask(connection, first.task, first.claim, 60);
    const step = { ordinal: 1, kind: 'model', requestHash: '', request: {}, answer: {}, raw: null } as const;
    const items: FinishItem[] = claims.map(({ task, claim }, index) => ({
      ...{ task, claim, run, stage: tasks[index]?.stage ?? null, events, supersedeFrom: 2 },
      steps: [{ ...step, id: newId(), status: 'answered' }],
      finish: { status: 'DONE', result: {}, key: `${index % 3}` },
    }));
    const outcomes = await finishTasks(pipelineOn(connection), items);
    expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(tasks.length);
    const read = await readStages(connection, run);
    expect(read).toHaveLength(stages.length);
    await readAnswers(
      connection,
      claims.map(({ task }) => task),
    );
    await readSpending(connection, run);
    await readStageTimes(connection, run);
    await requestCancel(connection, run);
    const finish = { status: 'CANCELLED' as const, error: null, stopReason: null };
    // the step, each task and the cancel request moved the revision
    expect(await applyAdvance(connection, run, 1 + tasks.length + 1, { ...nothing, close: stages, finish })).toBe(true);
  }

  it.each(hot)('%s reads few rows', async (_what, statement) => {
    expect((await rowsRead(database, statement)).rows).toBeLessThan(FEW);
  });

  it('a step of a question reads its own rows, and of its workspace only the load', async () => {
    const [run] = await someOf('open', 1);
    const read = await rowsRead(database, (connection) => loadQuestionRun(connection, run?.id ?? ''));
    expect(read.rows).toBeLessThan(FEW);
  });

  it('the depth of the queues reads no more than it counts', async () => {
    const states = await readTaskQueues(database);
    // 20,000 waiting and 5,000 running per agent
    const evaluator = states.find(({ queue }) => queue === 'evaluator');
    expect(evaluator).toMatchObject({ waiting: MOST_COUNTED, active: MOST_COUNTED });
    const counted = states.reduce((sum, { waiting, delayed }) => sum + waiting + delayed, MOST_IN_HAND);
    const read = await rowsRead(database, readTaskQueues);
    expect(read.rows).toBeLessThan(counted + FEW);
    // the autoscalers' maximum: 8 workers of 48 tasks
    expect(MOST_COUNTED).toBeGreaterThan(8 * 48);
  });

  it.each<[string, (connection: Queryable, run: Id) => Promise<unknown>]>([
    ['events', (connection, run) => readEvents(connection, run, 0, 100)],
    ['pages of events', (connection, run) => readEventPages(connection, [{ run, after: 0 }], 100)],
    ['usage', readUsage],
    ['the journal of a task', (connection, run) => readJournal(connection, run, newId())],
  ])('%s are read from the one partition of their run', async (_what, read) => {
    const [run] = await someOf('ended', 1);
    const { partitions, rows } = await rowsRead(database, (connection) => read(connection, run?.id ?? ''));
    expect(partitions).toHaveLength(1);
    expect(partitions[0]).not.toContain('default');
    expect(rows).toBeLessThanOrEqual(3);
  });

  it('retention reads a page of what is past its time, however much is left', async () => {
    const { rows } = await rowsRead(database, async (connection) => {
      expect(await eraseCallBodies(connection, 0, PAGE)).toBe(PAGE);
    });
    expect(rows).toBeLessThan(4 * PAGE);
  });

  it('a sweep reads a page of what is due, however much is open', async () => {
    const due = `update assay.tasks set publish_at = now() where id in (
      select id from assay.tasks where status = 'READY' limit 2000)`;
    await database.query({ name: 'make_due', text: due });
    const { rows } = await rowsRead(database, async (connection) => {
      expect(await sweptTasks(connection)).toHaveLength(PAGE);
    });
    expect(rows).toBeLessThan(6 * PAGE);
  });
});
