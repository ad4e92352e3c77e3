/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sampleId, sampleQuestion } from '@assay/client/testing';
import type { AskedRequest, Page, QuestionView } from '@assay/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { listOf, renderView, type RenderedView } from '../testing/render-view.js';
import { ASKED, SHOP } from '../testing/workspace-fixture.js';
import { HistoryPage } from './history-page.js';

const FIRST = sampleQuestion({ id: sampleId(1), question: 'How many orders?', name: 'Orders' });
const SECOND = sampleQuestion({ id: sampleId(2), question: 'How many returns?', status: 'FAILED', confidence: null });

type List = (filter: object) => Promise<Page<QuestionView>>;

function show(list: List, path = '/history', ask: unknown = undefined, asked = ASKED): RenderedView {
  const questions = { list, ask, part: async () => asked };
  return renderView(<HistoryPage />, { questions, workspaces: { all: listOf(SHOP) } }, path);
}

afterEach(cleanup);

describe('the history', () => {
  it('lists questions with their outcomes, and older ones when asked for', async () => {
    const list = jest.fn<List>(async (filter) =>
      'cursor' in filter ? { items: [SECOND], nextCursor: null } : { items: [FIRST], nextCursor: 'more' },
    );
    show(list);
    expect((await screen.findByRole('link', { name: 'How many orders?' })).getAttribute('href')).toBe(
      `/questions/${FIRST.id}`,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Older questions' }));
    await screen.findByRole('link', { name: 'How many returns?' });
    expect(screen.queryByRole('button', { name: 'Older questions' })).toBeNull();
    expect(list.mock.calls.map(([filter]) => ('cursor' in filter ? filter.cursor : null))).toEqual([null, 'more']);
  });

  it('marks what is contested, in words and by its look', async () => {
    const contested = { by: 'low-confidence' as const, message: 'Right with 51 % only.' };
    const doubted = sampleQuestion({ id: sampleId(3), question: 'Doubted?', confidence: 0.51, contested });
    show(async () => ({ items: [FIRST, doubted], nextCursor: null }));
    const [sure, unsure] = await screen.findAllByRole('listitem');
    expect([sure, unsure].map((item) => /contested/.test(item?.textContent ?? ''))).toEqual([false, true]);
    expect([sure, unsure].map((item) => item?.querySelector('.mark-guess') !== null)).toEqual([false, true]);
  });

  it('marks liked answers and answers marked as wrong', async () => {
    const liked = sampleQuestion({ id: sampleId(3), question: 'Liked?', liked: true });
    const wrong = sampleQuestion({ id: sampleId(4), question: 'Wrong?', corrected: true, correctedSql: 'SELECT 2' });
    show(async () => ({ items: [FIRST, liked, wrong], nextCursor: null }));
    await screen.findByRole('link', { name: 'Wrong?' });
    const marks = screen.getAllByRole('listitem').map(({ textContent }) => /liked|wrong$/.exec(textContent ?? '')?.[0]);
    expect(marks).toEqual([undefined, 'liked', 'wrong']);
    expect(screen.getAllByText(/likely to be right/)).toHaveLength(2);
  });

  it('says that a question follows one that is not listed, and indents those whose first question is', async () => {
    const unlisted = sampleQuestion({ id: sampleId(3), question: 'And in May?', follows: sampleId(90) });
    const follow = sampleQuestion({ id: sampleId(4), question: 'And returns?', follows: FIRST.id });
    show(async () => ({ items: [unlisted, follow, FIRST], nextCursor: null }));
    await screen.findByRole('link', { name: 'And in May?' });
    const items = screen.getAllByRole('listitem');
    expect(items.map(({ textContent }) => /follows one that is not shown here/.test(textContent ?? ''))).toEqual([
      true,
      false,
      false,
    ]);
    expect(items.map(({ className }) => className.includes('follow-up'))).toEqual([false, false, true]);
  });

  it('asks a saved follow-up again within its thread, with the settings that it had', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'again' }));
    const follow = sampleQuestion({ id: sampleId(5), name: 'By month', follows: FIRST.id });
    const asked: AskedRequest = { ...ASKED, settings: { effort: 'exhaustive' }, follows: FIRST.id };
    show(async () => ({ items: [follow], nextCursor: null }), '/history', ask, asked);
    fireEvent.click(await screen.findByRole('button', { name: 'Run By month again' }));
    await waitFor(() => expect(ask.mock.calls[0]?.[0]).toEqual(asked));
  });

  it('takes its filters from the address, and puts them there', async () => {
    const list = jest.fn<List>(async () => ({ items: [FIRST], nextCursor: null }));
    const { addresses } = show(list, '/history?status=GOLD&search=ord');
    await screen.findByRole('link', { name: 'How many orders?' });
    expect(list.mock.calls[0]?.[0]).toMatchObject({ status: 'GOLD', search: 'ord' });
    fireEvent.click(screen.getByLabelText('Only saved ones'));
    await waitFor(() => expect(list.mock.calls.at(-1)?.[0]).toMatchObject({ status: 'GOLD', saved: true }));
    expect(addresses.at(-1)).toContain('saved=true');
  });

  it('runs a saved question again with one click, as it was asked', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'again' }));
    const { addresses } = show(async () => ({ items: [FIRST, SECOND], nextCursor: null }), '/history', ask);
    const again = await screen.findAllByRole('button', { name: /again/ });
    expect(again).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Run Orders again' }));
    await waitFor(() => expect(addresses).toContain('/questions/again'));
    expect(ask.mock.calls[0]?.[0]).toEqual(ASKED);
  });

  it('says that nothing is found, and leads back to asking', async () => {
    show(async () => ({ items: [], nextCursor: null }));
    await screen.findByText('No question like that.');
    expect(screen.getByRole('link', { name: 'ask one' }).getAttribute('href')).toBe('/');
  });
});
