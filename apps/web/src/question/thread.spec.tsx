/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { sampleId, sampleQuestion } from '@assay/client/testing';
import type { Id, Page, QuestionView } from '@assay/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { Earlier, FollowedBy } from './thread.js';

afterEach(cleanup);

function turn(ordinal: number): QuestionView {
  const follows = ordinal === 1 ? null : sampleId(ordinal - 1);
  return sampleQuestion({ id: sampleId(ordinal), question: `Turn ${ordinal}`, follows });
}

const get = async (id: Id): Promise<QuestionView> => turn(Number(id.slice(-12)));

function linksOf(name: string): (string | null)[] {
  const thread = screen.getByRole('navigation', { name });
  return within(thread)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
}

it('shows what a question follows in a line, and all before it when they are asked for', async () => {
  renderView(<Earlier follows={sampleId(8)} />, { questions: { get } });
  const name = 'Earlier questions of this thread';
  await screen.findByRole('navigation', { name });
  expect(linksOf(name)).toEqual(['Turn 8']);
  fireEvent.click(screen.getByRole('button', { name: 'Earlier' }));
  await waitFor(() => expect(linksOf(name)).toEqual(['Turn 3', 'Turn 4', 'Turn 5', 'Turn 6', 'Turn 7', 'Turn 8']));
  fireEvent.click(screen.getByRole('button', { name: 'Earlier' }));
  await waitFor(() => expect(linksOf(name).slice(0, 3)).toEqual(['Turn 1', 'Turn 2', 'Turn 3']));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Followed by')).toBeNull();
});

it('shows the answers of earlier questions in place, and asks for rows on demand', async () => {
  const views: Record<string, Partial<QuestionView>> = {
    [sampleId(2)]: { status: 'GOLD', summary: 'Books by revenue.' },
    [sampleId(1)]: { status: 'FAILED' },
  };
  const rows = jest.fn(async () => ({
    columns: [{ name: 'title', type: 'text' }],
    rows: [['Ulysses']],
    rowCount: 1,
    truncated: false,
  }));
  const got = async (id: Id): Promise<QuestionView> => ({ ...(await get(id)), ...views[id] });
  renderView(<Earlier follows={sampleId(2)} />, { questions: { get: got, rows } });
  const summary = await screen.findByText('Books by revenue.');
  fireEvent.click(screen.getByRole('button', { name: 'Earlier' }));
  await screen.findByText('Turn 1');
  expect(document.querySelectorAll('details')).toHaveLength(1);
  expect(rows).not.toHaveBeenCalled();
  fireEvent.click(summary);
  await screen.findByText('Ulysses');
});

it('shows rows of SQL that corrected an earlier question without an answer', async () => {
  const get = async (id: Id): Promise<QuestionView> => ({
    ...turn(1),
    id,
    status: 'FAILED',
    corrected: true,
    correctedSql: 'SELECT 2',
  });
  const columns = [{ name: 'title', type: 'text' }];
  const rows = jest.fn(async () => ({ columns, rows: [['Ulysses']], rowCount: 1, truncated: false, corrected: true }));
  renderView(<Earlier follows={sampleId(1)} />, { questions: { get, rows } });
  fireEvent.click(await screen.findByText('Show its answer'));
  await screen.findByText('Ulysses');
});

it('does not repeat the words of an earlier answer that was marked as wrong', async () => {
  const wrong = { status: 'GOLD' as const, summary: 'Books by price.', corrected: true };
  renderView(<Earlier follows={sampleId(1)} />, {
    questions: { get: async (id: Id) => ({ ...turn(1), id, ...wrong }) },
  });
  await screen.findByText('Show its answer');
});

it('shows the newest follow-up in a line, and all of them as they were asked, page by page', async () => {
  const pages: Record<string, Page<QuestionView>> = {
    first: { items: [turn(5), turn(4)], nextCursor: 'second' },
    second: { items: [turn(3)], nextCursor: null },
  };
  const list = jest.fn(async ({ cursor }: { cursor?: string }) => pages[cursor ?? 'first']);
  renderView(<FollowedBy question={sampleId(1)} />, { questions: { get, list } });
  const name = 'Follow-ups of this question';
  await screen.findByRole('navigation', { name });
  expect(list.mock.calls[0]?.[0]).toEqual({ follows: sampleId(1) });
  expect(linksOf(name)).toEqual(['Turn 5']);
  fireEvent.click(screen.getByRole('button', { name: 'All follow-ups' }));
  expect(linksOf(name)).toEqual(['Turn 4', 'Turn 5']);
  fireEvent.click(screen.getByRole('button', { name: 'Earlier' }));
  await waitFor(() => expect(linksOf(name)).toEqual(['Turn 3', 'Turn 4', 'Turn 5']));
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows nothing of a question that stands alone', async () => {
  const list = jest.fn(async () => ({ items: [], nextCursor: null }));
  const { container } = renderView(<FollowedBy question={sampleId(1)} />, { questions: { list } });
  await waitFor(() => expect(list).toHaveBeenCalled());
  expect(container.textContent).toBe('');
});
