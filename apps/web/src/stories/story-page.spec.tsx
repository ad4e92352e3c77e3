/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { sampleId } from '@assay/client/testing';
import { stepsAfterError, type StoryEvaluationRecord } from '@assay/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { StoryPage } from './story-page.js';

afterEach(cleanup);

const BROKEN: StoryEvaluationRecord = {
  id: sampleId(1),
  storyId: 'The lamp',
  status: 'ERROR',
  ranking: [],
  choice: null,
  failedEvaluators: [],
  usage: {
    modelCalls: 1,
    replayedCalls: 0,
    inputTokens: 1,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0,
  },
  error: { code: 'MODEL_UNREACHABLE', message: 'The endpoint of the model does not answer.' },
  nextSteps: [],
  createdAt: '2026-01-02T10:00:00.000Z',
  finishedAt: '2026-01-02T10:01:00.000Z',
  evaluations: [],
  toolCalls: [],
  coverage: [],
  calls: [],
  events: [],
};

async function show(record: StoryEvaluationRecord): Promise<void> {
  renderView(<StoryPage id={record.id} />, { storyEvaluations: { record: async () => record } });
  await screen.findByRole('heading', { name: record.storyId });
}

it('says of ERROR what happened and what may be done, the most promising first', async () => {
  const error = BROKEN.error ?? { code: '', message: '' };
  const nextSteps = stepsAfterError(error);
  expect(nextSteps.length).toBeGreaterThan(1);
  await show({ ...BROKEN, nextSteps });
  screen.getByText('It ended in an error. So far: 0 evaluations.');
  const alert = within(screen.getByRole('alert'));
  alert.getByText(error.message, { exact: false });
  alert.getByText(error.code);
  const steps = alert.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toEqual(nextSteps.map(({ message }) => message));
});

it('has no list of steps where there are none, and no alert of what ended well', async () => {
  await show(BROKEN);
  expect(within(screen.getByRole('alert')).queryByRole('list')).toBeNull();
  cleanup();
  await show({ ...BROKEN, status: 'DONE', error: null });
  expect(screen.queryByRole('alert')).toBeNull();
});
