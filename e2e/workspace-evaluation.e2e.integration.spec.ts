import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Page,
  ReplayReport,
  WorkspaceEvaluation,
  WorkspaceEvaluationDetail,
  WorkspaceUsage,
} from '@assay/contracts';
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { problemOf } from './harness/api-client.js';
import { CLI } from './harness/program-of.js';
import { GOOD_SQL } from './harness/script.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { SMALL } from './harness/world.js';

const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057';

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

describe('a workspace evaluated by its own gold SQLs', () => {
  let world: OwnWorld;
  let name: string;
  let home: string;
  beforeAll(async () => {
    world = await createWorld({ workspace: { settings: { ...SMALL, maxLevel: 'BASIC', candidateRetries: 0 } } });
    home = `/v1/workspaces/${world.workspace}`;
    ({ name } = await world.api.expect<{ name: string }>(200, 'GET', home));
  });
  afterAll(() => world?.end());

  async function gold(question: string, sql: string, answer: string | object = sql): Promise<string> {
    world.cast.play(question, { sql: () => answer });
    const { id } = await world.api.expect<{ id: string }>(201, 'POST', `${home}/gold-sqls`, { question, sql });
    return id;
  }

  async function ended(id: string): Promise<WorkspaceEvaluationDetail> {
    for (;;) {
      const evaluation = await world.api.expect<WorkspaceEvaluationDetail>(200, 'GET', `${home}/evaluations/${id}`);
      if (evaluation.status !== 'RUNNING') return evaluation;
      await delay(100);
    }
  }

  /** Ends pauses and leases. */
  async function letItsTimePass(id: string): Promise<void> {
    await world.rows(`update assay.workspace_evaluations set claimed_until = now() where id = '${id}'`);
  }

  async function assay(...parameters: string[]): Promise<Ran> {
    const child = spawn(process.execPath, [CLI, ...parameters], {
      env: { ...process.env, ASSAY_URL: world.assay.url },
    });
    const ran: Ran = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (ran.stdout += String(data)));
    child.stderr.on('data', (data) => (ran.stderr += String(data)));
    ran.code = await new Promise((resolve) => child.on('close', resolve));
    return ran;
  }

  it('is refused where there is nothing to ask', async () => {
    const refused = await world.api.post(`${home}/evaluations`, {});
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'NO_GOLD_SQLS']);
    const fields = await world.api.post(`${home}/evaluations`, { repeats: 11 });
    expect(problemOf(fields).errors).toMatchObject([{ field: 'repeats' }]);
    const unknown = await world.api.get(`${home}/evaluations/${NOWHERE}`);
    expect(problemOf(unknown).code).toBe('EVALUATION_NOT_FOUND');
  });

  it('asks each as often as configured, omits it from its own prompts, and compares rows', async () => {
    const ordered = 'SELECT name FROM customer ORDER BY name DESC';
    await gold('Who are our customers?', 'SELECT name FROM customer');
    // the newer is asked, either counts
    const right = await gold('who are our customers?', 'SELECT city FROM customer', ordered);
    const wrong = await gold(
      'How many of our customers live in Torino?',
      "SELECT count(*) FROM customer WHERE city = 'Torino'",
      GOOD_SQL,
    );
    const failed = await gold('How many of our customers are away?', 'SELECT 0', {
      reasoning: 'r',
      sql: '',
      refusal: 'No column tells.',
    });
    // plannable, so never excluded
    const failing = 'SELECT 1 / (length(name) - length(name)) FROM customer';
    const broken = await gold('How many of our customers are gone?', failing, GOOD_SQL);

    const started = await world.api.expect<WorkspaceEvaluationDetail>(202, 'POST', `${home}/evaluations`, {
      repeats: 2,
    });
    expect(started).toMatchObject({ status: 'RUNNING', repeats: 2, goldSqls: 4, passHatK: [], finishedAt: null });
    const again = await world.api.post(`${home}/evaluations`, {});
    expect([again.status, problemOf(again).code]).toEqual([409, 'EVALUATION_RUNNING']);

    const done = await ended(started.id);
    expect(done.outcomes).toEqual({ right: 2, wrong: 2, failed: 2, error: 2 });
    expect(done.passHatK).toEqual([25, 25]);
    expect(done.changedSince).toEqual([]);
    expect(done.models).toContain('model-basic');
    const outcomeOf = new Map(done.answers.map(({ goldSql, outcome }) => [goldSql, outcome]));
    expect([right, wrong, failed, broken].map((id) => outcomeOf.get(id))).toEqual([
      'right',
      'wrong',
      'failed',
      'error',
    ]);
    expect(done.answers.find(({ goldSql }) => goldSql === broken)?.message).toMatch(/gold SQL does not run/);
    for (const { asked, question, sql } of done.answers) {
      const [generator] = world.cast.callsOf(asked ?? '', 'generator');
      expect(generator?.prompt).not.toContain(sql);
      const others = done.answers.filter(
        (other) => other.question !== question && other.question.startsWith('How many'),
      );
      if (question.startsWith('How many'))
        expect(others.some((other) => generator?.prompt.includes(other.sql))).toBe(true);
    }
  });

  it('teaches how reliable the judges are, which later questions go by and a replay repeats', async () => {
    const { record: asked } = await world.play();
    const evaluator = asked.judges.find(({ agent }) => agent === 'evaluator');
    // all classes passed: two rightly, two wrongly
    expect(evaluator).toMatchObject({ level: 'BASIC', model: 'model-basic', right: 2, wrong: 2 });
    expect(evaluator?.reliability).toBeCloseTo(18 / 24, 9);
    expect(asked.models['evaluator BASIC']).toBe('model-basic');
    const report = await world.api.expect<ReplayReport>(200, 'POST', `/v1/questions/${asked.id}/replay`);
    expect(report.differences).toEqual([]);
  });

  it('counts against the quota, reports waiting for it, and continues once it is raised', async () => {
    const quota = (questionsPerDay: number | null): Promise<unknown> =>
      world.api.expect(200, 'PATCH', home, { settings: { quota: { questionsPerDay } } });
    // midnight may have passed
    const { questions } = await world.api.expect<WorkspaceUsage>(200, 'GET', `${home}/usage`);
    const most = questions.used + 1;
    await quota(most);
    const { id } = await world.api.expect<WorkspaceEvaluation>(202, 'POST', `${home}/evaluations`, { repeats: 1 });
    for (;;) {
      const { waitingFor } = await world.api.expect<WorkspaceEvaluation>(200, 'GET', `${home}/evaluations/${id}`);
      if (waitingFor !== null) {
        expect(waitingFor).toMatch(/^QUOTA_EXCEEDED: /);
        expect(waitingFor).toContain(` ${most} of ${most} questions`);
        break;
      }
      await delay(100);
    }
    await quota(null);
    await letItsTimePass(id);
    expect((await ended(id)).outcomes).toEqual({ right: 1, wrong: 1, failed: 1, error: 1 });
  });

  it('says what has changed since, and keeps its history', async () => {
    await world.target.query('create table refund (id integer primary key)');
    await world.target.query('grant select on refund to public');
    await world.api.expect(200, 'POST', `${home}/schema/refresh`);
    const { items } = await world.api.expect<Page<WorkspaceEvaluation>>(200, 'GET', `${home}/evaluations`);
    expect(items.map(({ repeats, changedSince }) => [repeats, changedSince])).toEqual([
      [1, ['schema']],
      [2, ['schema']],
    ]);
    expect((await assay('eval', name, '--history')).stdout).toMatch(/DONE\s+4\s+25 %\s+25 %\s+schema/);
  });

  it('is carried on by the next process after a kill, and asks nothing twice', async () => {
    const { id } = await world.api.expect<WorkspaceEvaluation>(202, 'POST', `${home}/evaluations`, { repeats: 3 });
    for (;;) {
      const { answers } = await world.api.expect<WorkspaceEvaluationDetail>(200, 'GET', `${home}/evaluations/${id}`);
      if (answers.some(({ asked }) => asked !== null)) break;
    }
    await world.assay.kill();
    await letItsTimePass(id);
    await world.restart();
    const done = await ended(id);
    expect(done.outcomes).toEqual({ right: 3, wrong: 3, failed: 3, error: 3 });
    expect(new Set(done.answers.map(({ asked }) => asked)).size).toBe(12);
  });

  it('is asked for at the command line, which ends with 2 below --min-ex', async () => {
    const ran = await assay('eval', name, '--repeats', '2', '--min-ex', '26');
    expect(ran.stdout).toContain(`${name}: 4 gold SQLs, each asked 2 times`);
    expect(ran.stdout).toContain('25 % of answers are right');
    expect(ran.stdout).toMatch(/wrong: How many of our customers live in Torino\? {2}[0-9a-f-]{36}/);
    expect(ran.code).toBe(2);
    const json = await assay('eval', name, '--repeats', '1', '--json');
    expect(json.code).toBe(0);
    expect((JSON.parse(json.stdout) as WorkspaceEvaluationDetail).passHatK).toEqual([25]);
    const refused = await assay('eval', name, '--candidates', 'pool.json');
    expect(refused.stderr).toContain('--candidates is about a folder of questions');
  });

  it('ends where it is cancelled, with what it has', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const question = 'How many of our customers wait?';
    await gold(question, GOOD_SQL);
    world.cast.play(question, { any: () => held });
    const { id } = await world.api.expect<WorkspaceEvaluation>(202, 'POST', `${home}/evaluations`, { repeats: 1 });
    for (;;) {
      const { outcomes } = await world.api.expect<WorkspaceEvaluation>(200, 'GET', `${home}/evaluations/${id}`);
      if (outcomes.right + outcomes.wrong + outcomes.failed + outcomes.error === 4) break;
      await delay(100);
    }
    const cancelled = await world.api.expect<WorkspaceEvaluation>(202, 'POST', `${home}/evaluations/${id}/cancel`);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', passHatK: [], outcomes: { right: 1 } });
    const { answers } = await ended(id);
    const asked = answers.find((answer) => answer.question === question)?.asked ?? '';
    release();
    expect((await world.ended(asked)).status).toBe('CANCELLED');
    const again = await world.api.post(`${home}/evaluations/${id}/cancel`);
    expect(problemOf(again).code).toBe('ALREADY_FINISHED');
  });
});
