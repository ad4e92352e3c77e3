/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiProblem } from '@assay/client';
import { sampleRun } from '@assay/client/testing';
import type { EscalationRecord, Reading, WitnessRecord } from '@assay/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderView, type RenderedView } from '../../testing/render-view.js';
import { OpenPoints } from './open-points.js';

const reading = (id: string, statement: string, chosen: boolean, rowCount: number | null): Reading => ({
  ...{ id, statement, chosen, rowCount },
  ...{ sql: `select ${id}`, share: 0.5, posterior: null },
});

const columns = [{ name: 'name', type: 'text' }];
const WITNESS: WitnessRecord = {
  ...{ a: 'all', b: 'some', instance: 'i', weak: false },
  tables: {
    customer: {
      columns: ['id', 'name'],
      rows: [
        [1, 'Ada'],
        [2, 'Bruno'],
      ],
    },
  },
  resultA: { columns, rows: [['Ada'], ['Bruno']], error: null },
  resultB: { columns, rows: [['Ada']], error: null },
};

function openRun(chosen: string | null = 'some'): EscalationRecord {
  const run = sampleRun();
  return {
    ...run,
    readings: [
      reading('some', 'Only those with orders.', chosen === 'some', 4),
      reading('all', 'All of them.', chosen === 'all', 5),
    ],
    openPoints: [
      {
        id: 'point',
        question: 'Are customers without orders listed?',
        settled: null,
        options: [
          { id: 'left-out', meaning: 'Only those with orders.', reading: 'some' },
          { id: 'listed', meaning: 'All of them.', reading: 'all' },
        ],
      },
    ],
    attempts: run.attempts.map((attempt) => ({ ...attempt, witnesses: [WITNESS] })),
  };
}

function returning(some: string[][], all: string[][]): EscalationRecord {
  const run = openRun();
  const [candidate] = run.attempts[0]?.candidates ?? [];
  if (candidate === undefined) throw new Error('the sample has no candidate');
  const execution = (rows: string[][]): typeof candidate.execution => ({
    ...{ columns, rows, rowCount: rows.length, truncated: false, elapsedMs: 1, error: null },
  });
  const candidates = [
    { ...candidate, id: 'some', execution: execution(some) },
    { ...candidate, id: 'all', execution: execution(all) },
  ];
  return { ...run, attempts: run.attempts.slice(0, 1).map((attempt) => ({ ...attempt, candidates, witnesses: [] })) };
}

function show(record: EscalationRecord, settle: unknown = async () => record, mayCurate = true): RenderedView {
  return renderView(<OpenPoints record={record} />, {
    questions: { settle },
    people: { me: async () => ({ rights: { curate: mayCurate ? [record.workspace] : ['another'] } }) },
  });
}

afterEach(cleanup);

describe('what a question leaves open', () => {
  it('is not there where nothing is', () => {
    const { container } = show(sampleRun());
    expect(container.textContent).toBe('');
  });

  it('is asked with its options, the one that answers now marked, each with its rows', () => {
    show(openRun());
    const region = within(screen.getByRole('region', { name: 'You may also have meant …' }));
    const group = within(region.getByRole('group', { name: 'Are customers without orders listed?' }));
    const taken = group.getByRole('button', { name: /Only those with orders/ });
    expect(taken.getAttribute('aria-pressed')).toBe('true');
    expect(taken.textContent).toContain('this answer (4 rows)');
    expect(group.getByRole('button', { name: /All of them/ }).textContent).toContain('take this (5 rows)');
  });

  it('shows on made-up rows what differs, this answer first', () => {
    show(openRun());
    screen.getByText('What differs: All of them.');
    const own = within(screen.getByRole('group', { name: 'This answer returns' }));
    expect(own.queryByText('Bruno')).toBeNull();
    within(screen.getByRole('group', { name: 'The other: All of them.' })).getByText('Bruno');
    screen.getByText(/One returns 1 row, the other 2 rows/);
  });

  it('shows the figures themselves, and where there is no witness the rows of the data that differ', () => {
    show(returning([['600']], [['700']]));
    expect(screen.getByRole('button', { name: /Only those with orders/ }).textContent).toContain('this answer: 600');
    expect(screen.getByRole('button', { name: /All of them/ }).textContent).toContain('take this: 700');
    expect(screen.queryByText('What differs', { exact: false })).toBeNull();
    cleanup();
    show(returning([['Ada']], [['Ada'], ['Bruno']]));
    screen.getByText('On your data. One returns 1 row, the other 2 rows.');
    within(screen.getByRole('group', { name: 'Only in the other' })).getByText('Bruno');
    within(screen.getByRole('group', { name: 'Only in this answer' })).getByText('No rows.');
  });

  it('takes the other with one click, and remembers where that is wanted', async () => {
    const settle = jest.fn(async (_question: string, _settlement: object) => ({}));
    show(openRun(), settle);
    fireEvent.click(screen.getByRole('button', { name: /All of them/ }));
    await waitFor(() => expect(settle).toHaveBeenCalledWith(sampleRun().id, { openPoint: 'point', option: 'listed' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /Remember my answer/ }));
    fireEvent.click(screen.getByRole('button', { name: /All of them/ }));
    await waitFor(() => expect(settle.mock.calls[1]?.[1]).toMatchObject({ remember: true }));
  });

  it('offers to remember to who may curate the workspace alone', async () => {
    show(openRun(), undefined, false);
    await screen.findByRole('button', { name: /All of them/ });
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  });

  it('asks of two ways of writing one answer, shows unlikely rows, and remembers in the words of a person alone', async () => {
    const settle = jest.fn(async (_question: string, _settlement: object) => ({}));
    const run = openRun();
    const openPoints = run.openPoints.map((point) => ({ ...point, weak: true as const }));
    show({ ...run, openPoints }, settle);
    screen.getByText(/On a few generated rows, unlike any of yours/);
    fireEvent.click(screen.getByRole('button', { name: /All of them/ }));
    await waitFor(() => expect(settle).toHaveBeenCalledWith(run.id, { openPoint: 'point', option: 'listed' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /Remember my answer/ }));
    const other = screen.getByRole('button', { name: /All of them/ });
    fireEvent.click(other);
    await waitFor(() => expect(settle.mock.calls[1]?.[1]).toEqual({ openPoint: 'point', option: 'listed' }));
    fireEvent.change(screen.getByLabelText(/In your words \(needed/), { target: { value: ' Everybody counts. ' } });
    fireEvent.click(other);
    const remembered = { remember: true, sentence: 'Everybody counts.' };
    await waitFor(() => expect(settle.mock.calls[2]?.[1]).toMatchObject(remembered));
  });

  it('asks what was meant where there is no answer yet', () => {
    show({ ...openRun(null), status: 'FAILED' });
    screen.getByRole('region', { name: 'What did you mean?' });
    expect(screen.queryByText('this answer', { exact: false })).toBeNull();
  });

  it('says why a choice was not taken', async () => {
    const problem = { type: '', title: 'Conflict', status: 409, detail: 'Nothing fits.', code: 'NOT_OPEN' };
    show(openRun(), async () => {
      throw new ApiProblem(problem);
    });
    fireEvent.click(screen.getByRole('button', { name: /All of them/ }));
    await screen.findByText(/Nothing fits/);
  });
});
