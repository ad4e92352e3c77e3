/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { sampleId, sampleQuestion, sampleRun } from '@assay/client/testing';
import type { AskedRequest, EscalationRecord } from '@assay/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { ASKED } from '../testing/workspace-fixture.js';
import { AskedBefore } from './asked-before.js';

afterEach(cleanup);

const NOW = sampleRun({ id: sampleId(2), status: 'FAILED', createdAt: '2026-03-01T11:00:00.000Z' });
const BEFORE = sampleQuestion({ status: 'FAILED', createdAt: '2026-03-01T10:00:00.000Z' });
const LATER = sampleQuestion({ id: sampleId(3), createdAt: '2026-03-01T12:00:00.000Z' });
const OTHER = sampleQuestion({ id: sampleId(4), question: `${NOW.question} Really?` });
const list = jest.fn(async (_filter: object) => ({ items: [LATER, NOW, OTHER, BEFORE], nextCursor: null }));

function show(record: EscalationRecord, was: Partial<AskedRequest>, path = `/questions/${record.id}`): void {
  list.mockClear();
  const part = async (id: string): Promise<AskedRequest> => (id === BEFORE.id ? { ...ASKED, ...was } : ASKED);
  renderView(<AskedBefore record={record} />, { questions: { list, get: async () => BEFORE, part } }, path);
}

function changes(): (string | null)[] {
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

it('says without an answer what was changed since the last with the same words, and leads to it', async () => {
  show(NOW, { evidence: ['months are lunar'], level: 'ADVANCED', settings: { effort: 'exhaustive' } });
  const link = await screen.findByRole('link', { name: 'the one before' });
  expect(link.getAttribute('href')).toBe(`/questions/${BEFORE.id}`);
  expect(link.closest('p')?.textContent).toBe('Asked again: the one before ended in FAILED.');
  expect(screen.getByText('Changed since').closest('details')?.open).toBe(true);
  expect(changes()).toEqual([
    'Evidence added: “a month is a calendar month”',
    'Evidence left out: “months are lunar”',
    'Fast models instead of strong ones',
    'Effort: the workspace’s instead of exhaustive',
  ]);
  expect(list.mock.calls.map(([filter]) => filter)).toEqual([{ workspace: NOW.workspace, search: NOW.question }]);
});

it('says that nothing was changed', async () => {
  show(NOW, {});
  await screen.findByText(/It was the same request\.$/);
  expect(screen.queryByRole('list')).toBeNull();
});

it('says that the question was changed where the address names the one before, with an answer too', async () => {
  const answered = sampleRun({ id: NOW.id });
  show(answered, { question: 'How many orders?' }, `/questions/${NOW.id}?after=${BEFORE.id}`);
  await screen.findByRole('link', { name: 'the one before' });
  expect(changes()).toEqual(['The question, which was “How many orders?”']);
  // rows come before the changes
  expect(screen.getByText('Changed since').closest('details')?.open).toBe(false);
  expect(list).not.toHaveBeenCalled();
});

it('looks for none where there is an answer, and finds none among others', async () => {
  const { container } = renderView(<AskedBefore record={sampleRun()} />, { questions: { list } });
  expect(container.textContent).toBe('');
  cleanup();
  list.mockResolvedValueOnce({ items: [LATER, NOW, OTHER], nextCursor: null });
  const first = renderView(<AskedBefore record={NOW} />, { questions: { list } });
  await waitFor(() => expect(list).toHaveBeenCalledTimes(1));
  expect(first.container.textContent).toBe('');
});
