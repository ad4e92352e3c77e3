/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleRun } from '@assay/client/testing';
import type { EscalationRecord } from '@assay/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { renderView, sqlIsDrawn } from '../../testing/render-view.js';
import { VerdictsView } from './verdicts-view.js';

/** The sample run; the supervisor withdraws one FAIL. */
function judged(): EscalationRecord {
  const run = sampleRun();
  const [basic, advanced] = run.attempts;
  const [first, second] = advanced?.tests ?? [];
  if (
    basic === undefined ||
    advanced === undefined ||
    advanced.winner === null ||
    first === undefined ||
    second === undefined
  )
    throw new Error('the sample run has no winner by two tests');
  const given = { candidate: advanced.winner, severity: null, overruledBy: null };
  const verdicts: EscalationRecord['attempts'][number]['verdicts'] = [
    { ...given, test: first.id, verdict: 'PASS', reason: 'it counts orders', by: 'evaluator' },
    { ...given, test: second.id, verdict: 'FAIL', reason: 'not sure', by: 'evaluator' },
    { ...given, test: second.id, verdict: 'PASS', reason: 'the month is bounded', by: 'supervisor' },
  ];
  return { ...run, attempts: [basic, { ...advanced, verdicts }] };
}

describe('the verdicts', () => {
  beforeAll(() => {
    // jsdom has no layout, and only visible rows render
    Object.defineProperties(HTMLElement.prototype, { clientHeight: { value: 600 }, clientWidth: { value: 800 } });
  });
  afterEach(cleanup);

  it('begin with the changes of the supervisor, with both reasons', async () => {
    renderView(<VerdictsView record={judged()} />, {});
    await sqlIsDrawn();
    const reason = within(screen.getByRole('complementary', { name: 'Reason' }));
    reason.getByText('not sure');
    reason.getByText('(overruled)');
    reason.getByText('the month is bounded');
  });

  it('are a grid that arrows move in, a sign and a name in every cell', async () => {
    renderView(<VerdictsView record={judged()} />, {});
    await sqlIsDrawn();
    const grid = within(screen.getByRole('grid', { name: 'Verdicts by test and SQL' }));
    const changed = await grid.findByRole('gridcell', { name: 'SQL #1, test 2: PASS, changed by the supervisor' });
    expect(changed.textContent).toBe('✓');
    fireEvent.keyDown(changed, { key: 'ArrowUp' });
    within(screen.getByRole('complementary', { name: 'Reason' })).getByText('it counts orders');
    expect(grid.getByRole('gridcell', { name: 'SQL #1, test 1: PASS' }).tabIndex).toBe(0);
    expect(changed.tabIndex).toBe(-1);
  });

  it('say where no SQL was valid', () => {
    const run = judged();
    const attempts = run.attempts.map((attempt) => ({ ...attempt, candidates: [], verdicts: [] }));
    renderView(<VerdictsView record={{ ...run, attempts }} />, {});
    screen.getByText('There was nothing to judge: no SQL of this level is valid.');
  });
});
