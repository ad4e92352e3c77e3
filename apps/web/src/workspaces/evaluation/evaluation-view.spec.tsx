/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { EvaluationCondition, Id, WorkspaceEvaluation, WorkspaceEvaluationDetail } from '@assay/contracts';
import { sampleId } from '@assay/client/testing';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderView, sqlIsDrawn } from '../../testing/render-view.js';
import { SHOP } from '../../testing/workspace-fixture.js';
import { EvaluationView } from './evaluation-view.js';

afterEach(cleanup);

const EVALUATION: WorkspaceEvaluation = {
  id: sampleId(50),
  workspace: SHOP.id,
  status: 'DONE',
  repeats: 2,
  goldSqls: 2,
  outcomes: { right: 3, wrong: 1, failed: 0, error: 0 },
  passHatK: [75, 50],
  waitingFor: null,
  changedSince: [],
  models: ['small'],
  createdAt: '2026-01-02T10:00:00.000Z',
  finishedAt: '2026-01-02T10:05:00.000Z',
};

const DETAIL: WorkspaceEvaluationDetail = {
  ...EVALUATION,
  answers: [1, 2].flatMap((gold) =>
    [1, 2].map((repeat) => ({
      goldSql: sampleId(60 + gold),
      question: gold === 1 ? 'How many orders?' : 'How many books?',
      sql: 'select 1',
      repeat,
      asked: sampleId(70 + gold * 2 + repeat),
      outcome: gold === 2 && repeat === 2 ? ('wrong' as const) : ('right' as const),
      winner: 'select 2',
      message: null,
    })),
  ),
};

function show(evaluations: WorkspaceEvaluation[], more: object = {}): ReturnType<typeof renderView> {
  return renderView(<EvaluationView workspace={SHOP} />, {
    evaluations: {
      list: async () => ({ items: evaluations, nextCursor: null }),
      get: async () => DETAIL,
      ...more,
    },
  });
}

describe('the evaluation of a workspace', () => {
  it('shows the share of right answers, of gold SQLs that are always right, and the wrong ones first', async () => {
    show([EVALUATION]);
    const answers = await screen.findByRole('region', { name: 'Answers' });
    await sqlIsDrawn();
    expect(screen.getByRole('cell', { name: '75 %' })).toBeDefined();
    expect(screen.getByRole('cell', { name: '50 %' })).toBeDefined();
    const summaries = [...answers.querySelectorAll('summary')].map((summary) => summary.textContent);
    expect(summaries).toEqual(['1 of 2 How many books?', '2 of 2 How many orders?']);
    const links = [...answers.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links[0]).toBe(`/questions/${sampleId(75)}`);
    expect(screen.queryByText(/Due again/)).toBeNull();
  });

  it.each<[EvaluationCondition[], string]>([
    [['schema'], 'the schema has'],
    [['models'], 'the models have'],
    [['prompts'], 'the prompts have'],
    [['schema', 'models', 'prompts'], 'the schema, the models and the prompts have'],
  ])('says that it is due for a change of %j', async (changedSince, because) => {
    show([{ ...EVALUATION, changedSince }]);
    const due = await screen.findByText(/changed since the last evaluation/);
    await sqlIsDrawn();
    expect(due.textContent).toBe(`Due again: ${because} changed since the last evaluation.`);
  });

  it('starts one with as many repeats as wanted', async () => {
    const start = jest.fn(async (_workspace: Id, _body: object) => DETAIL);
    show([], { start });
    fireEvent.change(await screen.findByLabelText('Times each is asked'), { target: { value: '5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Evaluate' }));
    expect(await screen.findByText('It has not been evaluated yet.')).toBeDefined();
    expect(start).toHaveBeenCalledWith(SHOP.id, { repeats: 5 });
  });

  it('shows how far one is that runs, why it waits, and stops it', async () => {
    const cancel = jest.fn(async (_workspace: Id, _evaluation: Id) => EVALUATION);
    const outcomes = { right: 1, wrong: 0, failed: 0, error: 0 };
    const waitingFor = 'QUOTA_EXCEEDED: tomorrow';
    show([{ ...EVALUATION, status: 'RUNNING', passHatK: [], outcomes, waitingFor, finishedAt: null }], { cancel });
    await screen.findByRole('cell', { name: '1 of 4 …' });
    expect(await screen.findByText('It waits: QUOTA_EXCEEDED: tomorrow')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Stop the evaluation' }));
    await sqlIsDrawn();
    expect(cancel).toHaveBeenCalledWith(SHOP.id, EVALUATION.id);
  });
});
