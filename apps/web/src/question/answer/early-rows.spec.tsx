/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordedEvents, sampleId, sampleRun } from '@assay/client/testing';
import type { EscalationRecord } from '@assay/contracts';
import { cleanup, screen } from '@testing-library/react';
import { renderView } from '../../testing/render-view.js';
import { EarlyRows } from './early-rows.js';

const ROWS = { columns: [{ name: 'orders', type: 'int8' }], rows: [[1234]], rowCount: 1, truncated: false };
const LEADER = { type: 'leader-changed', candidate: sampleId(11), agreeing: 3, of: 4 } as const;

function show(record: Partial<EscalationRecord>): string[] {
  const asked: string[] = [];
  const rows = async (_id: string, { candidate }: { candidate: string }): Promise<object> => {
    asked.push(candidate);
    return { ...ROWS, tested: false };
  };
  renderView(<EarlyRows record={{ ...sampleRun(), status: 'RUNNING', ...record }} />, { questions: { rows } });
  return asked;
}

afterEach(cleanup);

describe('early rows', () => {
  it('are those of the leading candidate, marked as not tested', async () => {
    const asked = show({ attempts: [], events: recordedEvents([LEADER]) });
    await screen.findByText('Not tested yet');
    expect(screen.getByText(/^3 of 4 SQLs agree on these rows\./)).toBeTruthy();
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(asked).toEqual([LEADER.candidate]);
  });

  it('stay beside verdicts, and say what these say', async () => {
    const verdict = {
      candidate: LEADER.candidate,
      test: sampleId(31),
      verdict: 'FAIL',
      reason: 'no',
      severity: null,
      by: 'evaluator',
      overruledBy: null,
    } as const;
    const judgedBy = (own: object): Partial<EscalationRecord> => ({
      attempts: sampleRun().attempts.map((attempt) => ({ ...attempt, verdicts: [{ ...verdict, ...own }] })),
      events: recordedEvents([LEADER]),
    });
    show(judgedBy({ candidate: sampleId(99) }));
    await screen.findByText('Being tested');
    cleanup();
    show(judgedBy({}));
    await screen.findByText('Fails a test');
    expect(screen.getByText('1,234')).toBeTruthy();
  });

  it('do not speak of tests where none follow', async () => {
    const settings = { ...sampleRun().settings, effort: 'instant' } as const;
    show({ attempts: [], events: recordedEvents([LEADER]), settings });
    await screen.findByText('Not tested yet');
    expect(screen.queryByText(/may change/)).toBeNull();
  });
});
