/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { sampleId } from '@assay/client/testing';
import type { Page, StoryEvaluationView } from '@assay/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { StoriesPage } from './stories-page.js';

afterEach(cleanup);

const LAMP: StoryEvaluationView = {
  id: sampleId(1),
  storyId: 'The lamp',
  status: 'DONE',
  ranking: [],
  choice: 'version 2',
  failedEvaluators: [],
  usage: {
    modelCalls: 4,
    replayedCalls: 0,
    inputTokens: 1,
    outputTokens: 1,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0,
  },
  error: null,
  nextSteps: [],
  createdAt: '2026-01-02T10:00:00.000Z',
  finishedAt: '2026-01-02T10:01:00.000Z',
};

type List = (page: { cursor?: string }) => Promise<Page<StoryEvaluationView>>;

function show(list: List): void {
  renderView(<StoriesPage />, { storyEvaluations: { list } });
}

it('lists earlier evaluations with how they ended, and older ones when asked for', async () => {
  const older = { ...LAMP, id: sampleId(2), storyId: 'The boat', choice: null };
  const list = jest.fn<List>(async ({ cursor }) =>
    cursor === undefined ? { items: [LAMP], nextCursor: 'more' } : { items: [older], nextCursor: null },
  );
  show(list);
  expect((await screen.findByRole('link', { name: 'The lamp' })).getAttribute('href')).toBe(`/stories/${LAMP.id}`);
  screen.getByText(/^The best is version 2\./);
  fireEvent.click(screen.getByRole('button', { name: 'Older evaluations' }));
  await screen.findByRole('link', { name: 'The boat' });
  screen.getByText(/^No version is approved\./);
  expect(list.mock.calls.map(([{ cursor }]) => cursor)).toEqual([undefined, 'more']);
  expect(screen.queryByRole('button', { name: 'Older evaluations' })).toBeNull();
});

it('looks again at one that continues, until it has ended', async () => {
  const list = jest.fn<List>(async () => ({ items: [LAMP], nextCursor: null }));
  list.mockResolvedValueOnce({ items: [{ ...LAMP, status: 'RUNNING', choice: null }], nextCursor: null });
  show(list);
  await screen.findByText(/^Being read\./);
  await screen.findByText(/^The best is version 2\./);
  expect(list).toHaveBeenCalledTimes(2);
});

it('has the form alone where none was evaluated, and says where the list cannot be read', async () => {
  show(async () => ({ items: [], nextCursor: null }));
  await screen.findByLabelText('Name of the story');
  expect(screen.queryByRole('heading', { name: 'Earlier evaluations' })).toBeNull();
  cleanup();
  show(() => Promise.reject(new Error('The list broke.')));
  await screen.findByText('The earlier evaluations could not be read');
});
