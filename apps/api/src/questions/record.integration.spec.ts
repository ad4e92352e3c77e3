import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type EscalationRecord, type Examination, type GeneratorResult, type Id } from '@assay/contracts';
import { ANSWER_MODELS } from '../openapi/models.js';
import { ApiFixture } from '../testing/api-fixture.js';

describe('the escalation record', () => {
  let api: ApiFixture;
  let workspace: Id;
  let question: Id;
  const examination = newId();
  const candidate = newId();

  async function writeAttempt(): Promise<void> {
    const run = async (name: string, text: string, parameters: unknown[]): Promise<unknown> =>
      api.work.database.query({ name, text }, parameters);
    const stage = newId();
    const result: GeneratorResult = {
      sql: 'select id from orders',
      canonical: 'c1',
      reasoning: 'because',
      model: 'small',
      valid: true,
      retries: [{ attempt: 1, category: 'SYNTAX_ERROR', message: 'no', sql: 'selct' }],
      examination,
      execution: { columns: [{ name: 'id', type: 'int4' }], rowCount: 2, truncated: false, elapsedMs: 3, error: null },
      cluster: 'f1',
      complexity: 5,
      lastError: null,
    };
    const examined: Partial<Examination> = {
      outcome: 'valid',
      result: {
        columns: [{ name: 'id', type: 'int4' }],
        rows: [[1], [2]],
        rowCount: 2,
        truncated: false,
        elapsedMs: 3,
      },
    };
    await run(
      'test_attempt',
      `insert into assay.attempts (run_id, ordinal, level, "case", decisions, started_at)
       values ($1, 1, 'BASIC', 'A', $2, now())`,
      [question, JSON.stringify({ winner: candidate, selection: { by: 'only-passer', finalists: [] } })],
    );
    await run(
      'test_stage',
      `insert into assay.stages (id, run_id, attempt, kind, input, total, open_tasks, closed_at)
       values ($1, $2, 1, 'generate', '{}', 1, 0, now())`,
      [stage, question],
    );
    const task = `insert into assay.tasks (id, run_id, stage_id, workspace_id, queue, status, payload, result, claimed_at, finished_at)
      values ($1, $2, $3, $4, $5, 'DONE', $6, $7, now(), now())`;
    const payload = JSON.stringify({ strategy: 'query-plan', temperature: 0.1 });
    await run('test_task', task, [candidate, question, stage, workspace, 'generator', payload, JSON.stringify(result)]);
    await run('test_task', task, [
      examination,
      question,
      null,
      workspace,
      'db-sampler',
      '{}',
      JSON.stringify(examined),
    ]);
  }

  beforeAll(async () => {
    api = await ApiFixture.start();
    workspace = await api.workspace();
    question = await api.ask(workspace);
    await writeAttempt();
  });
  afterAll(() => api.stop());

  it('holds the attempts with what their candidates returned', async () => {
    const { body } = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
    expect(body.attempts).toHaveLength(1);
    expect(body.attempts[0]).toMatchObject({
      level: 'BASIC',
      case: 'A',
      passThreshold: 90,
      finishedAt: null,
      winner: candidate,
      selection: { by: 'only-passer' },
      candidates: [
        {
          id: candidate,
          ordinal: 1,
          sql: 'select id from orders',
          strategy: 'query-plan',
          temperature: 0.1,
          valid: true,
          retries: [{ attempt: 1, category: 'SYNTAX_ERROR' }],
          execution: { columns: [{ name: 'id', type: 'int4' }], rowCount: 2, rows: [[1], [2]], error: null },
        },
      ],
    });
  });

  it('is documented field for field', async () => {
    const { body } = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
    expect(ANSWER_MODELS.Record.parse(body)).toEqual(body);
  });
});
