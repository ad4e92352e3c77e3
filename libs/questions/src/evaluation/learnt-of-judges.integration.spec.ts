import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database, migrate } from '@assay/persistence';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import { recordJudged } from '../sql/run-evaluation.js';
import { insertCorrection } from '../sql/corrections.js';
import { deleteWorkspace } from '../sql/delete-workspace.js';
import { insertQuestion } from '../sql/insert-question.js';
import type { TalliedJudge } from '../sql/judge-tallies.js';
import { resolveAsk } from '../sql/resolve-ask.js';
import { insertEvaluation } from '../sql/workspace-evaluations.js';
import { judgesOf } from '../intake/judges-of.js';
import { sampleQuestion } from '../testing/sample-question.js';

const MODELS = { 'evaluator BASIC': 'small', 'sql-selector BASIC': 'small' };

describe('what is learnt of judges, in Postgres', () => {
  let postgres: TestPostgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    database = new Database({
      url: await postgres.createFromTemplate('judges', async (template) => void (await migrate(template))),
    });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function workspaceOf(name: string): Promise<Id> {
    const id = newId();
    const text = `insert into assay.workspaces (id, name, dialect, connection, privileges)
      values ($1, $2, 'postgres', '', '{}')`;
    await database.query({ name: 'test_workspace', text }, [id, name]);
    return id;
  }

  const talliesOf = async (workspace: Id): Promise<TalliedJudge[]> =>
    (await resolveAsk(database, workspace, null, 'test', null))?.tallies ?? [];

  async function questionOf(workspace: Id): Promise<Id> {
    const id = newId();
    const situation = await resolveAsk(database, workspace, null, 'test', null);
    const { tallies, reportedFaults } = situation ?? { tallies: [], reportedFaults: { of: 0, reported: 0 } };
    const judges = judgesOf(MODELS, tallies, 'BASIC', 'BASIC', reportedFaults);
    await insertQuestion(database, sampleQuestion(workspace, { id, models: MODELS, judges }));
    return id;
  }

  async function evaluationOf(workspace: Id): Promise<{ evaluation: Id; goldSql: Id }> {
    const [evaluation, goldSql] = [newId(), newId()];
    const text = `insert into assay.gold_sqls (id, workspace_id, question, sql) values ($1, $2, 'How many?', 'select 1')`;
    await database.query({ name: 'test_gold', text }, [goldSql, workspace]);
    const given = {
      id: evaluation,
      workspace,
      repeats: 1,
      most: 10,
      schemaHash: null,
      models: {},
      prompts: '',
      owner: 'test',
    };
    expect(await insertEvaluation(database, given)).toBe(1);
    return { evaluation, goldSql };
  }

  const lesson = (right: number, wrong: number): TalliedJudge => ({ agent: 'evaluator', model: 'small', right, wrong });
  const RIGHT = { outcome: 'right', winner: 'select 1', message: null } as const;

  it('is added once per answer, however often it is judged, and applies to later questions', async () => {
    const workspace = await workspaceOf('shop');
    const before = await questionOf(workspace);
    const { evaluation, goldSql } = await evaluationOf(workspace);
    const answer = { goldSql, repeat: 1 };
    const lessons = [lesson(3, 1), lesson(2, 0), { ...lesson(1, 0), agent: 'sql-selector' } as const];
    await Promise.all([1, 2, 3].map(() => recordJudged(database, evaluation, answer, RIGHT, lessons)));
    expect(await talliesOf(workspace)).toEqual(
      expect.arrayContaining([lesson(5, 1), { ...lesson(1, 0), agent: 'sql-selector' }]),
    );
    const reliabilityIn = async (question: Id): Promise<number | undefined> =>
      (await loadQuestionRun(database, question))?.run.odds?.reliabilities?.BASIC?.evaluator;
    // the record keeps its inputs
    expect(await reliabilityIn(before)).toBeCloseTo(0.8, 9);
    expect(await reliabilityIn(await questionOf(workspace))).toBeCloseTo(21 / 26, 9);
  });

  it('is added once for a question that is corrected again and again', async () => {
    const workspace = await workspaceOf('corrected');
    const question = await questionOf(workspace);
    const correct = (sql: string | null, lessons: TalliedJudge[]): Promise<unknown> =>
      insertCorrection(database, {
        id: newId(),
        question,
        sql,
        comment: 'no',
        owner: 'test',
        goldSql: sql === null ? null : newId(),
        isNewGoldSql: true,
        lessons,
      });
    await correct(null, []);
    expect(await talliesOf(workspace)).toEqual([]);
    await correct('select 2', [lesson(0, 1)]);
    await correct('select 3', [lesson(0, 1)]);
    expect(await talliesOf(workspace)).toEqual([lesson(0, 1)]);
  });

  it('is of one workspace, stays when its records go, and goes with it', async () => {
    const [kept, gone] = [await workspaceOf('kept'), await workspaceOf('gone')];
    for (const workspace of [kept, gone]) {
      const { evaluation, goldSql } = await evaluationOf(workspace);
      await recordJudged(database, evaluation, { goldSql, repeat: 1 }, RIGHT, [lesson(1, 0)]);
    }
    await database.query({ name: '', text: 'delete from assay.runs where workspace_id = $1' }, [kept]);
    await database.query({ name: '', text: 'delete from assay.workspace_evaluations where workspace_id = $1' }, [kept]);
    await deleteWorkspace(database, gone);
    expect(await talliesOf(kept)).toEqual([lesson(1, 0)]);
    const left = await database.query<{ tallies: number }>(
      {
        name: '',
        text: 'select count(*)::integer as tallies from assay.judge_tallies where workspace_id = any ($1::uuid[])',
      },
      [[kept, gone]],
    );
    expect(left).toEqual([{ tallies: 1 }]);
  });

  it('bounds the share of questions that follow up uncovered faults, by the reports of the workspace', async () => {
    const workspace = await workspaceOf('hostile');
    const shareIn = async (question: Id): Promise<number | undefined> =>
      (await loadQuestionRun(database, question))?.run.followsUncovered;
    const judged = {
      name: '',
      text: 'insert into assay.attempts (run_id, ordinal, level, decisions) values ($1, $2, $3, $4)',
    };
    const first = await questionOf(workspace);
    expect(await shareIn(first)).toBe(1);
    const asked = [first, await questionOf(workspace), await questionOf(workspace), await questionOf(workspace)];
    const plans = [{ added: {} }, { leftUncovered: true }, {}, null];
    for (const [index, question] of asked.entries()) {
      const plan = plans[index] ?? null;
      const decisions = plan === null ? {} : { tests: { numbered: [], ...plan } };
      await database.query(judged, [question, 1, 'BASIC', decisions]);
    }
    await database.query(judged, [first, 2, 'ADVANCED', { tests: { numbered: [] } }]);
    expect((await resolveAsk(database, workspace, null, 'test', null))?.reportedFaults).toEqual({ of: 3, reported: 2 });
    // the record keeps its inputs
    expect(await shareIn(first)).toBe(1);
    expect(await shareIn(await questionOf(workspace))).toBe(1);
    for (let more = 0; more < 20; more += 1) {
      await database.query(judged, [await questionOf(workspace), 1, 'BASIC', { tests: { numbered: [], added: {} } }]);
    }
    expect(await shareIn(await questionOf(workspace))).toBeCloseTo((0.25 * 33) / 23, 9);
  });
});
