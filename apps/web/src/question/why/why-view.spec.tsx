/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { sampleId, sampleRun } from '@assay/client/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { renderView } from '../../testing/render-view.js';
import { attempt, candidate } from '../model/testing/attempt-fixture.js';
import { WhyView } from './why-view.js';

afterEach(cleanup);

const compared = { a: 'revenue', b: 'orders', shownFirst: 'revenue', confidence: 0.9 };
const decided = attempt({
  candidates: [candidate('revenue', { ordinal: 1 }), candidate('orders', { ordinal: 2 })],
  winner: 'revenue',
  selection: { by: 'judge', finalists: [] },
  comparisons: [
    { ...compared, winner: 'revenue', reasoning: 'Best means those who bring the most revenue.' },
    { ...compared, shownFirst: 'orders', winner: 'orders', reasoning: 'Orders are counted.' },
  ],
});

it('says first why the SQL was chosen, by what was said where it was preferred', () => {
  renderView(<WhyView record={sampleRun({ attempts: [decided] })} />, {});
  const chosen = within(screen.getByRole('region', { name: 'Why this SQL' }));
  chosen.getByText(/SQL #1 was chosen of 2 SQLs that ran: the judge preferred it with confidence\./);
  chosen.getByText('Best means those who bring the most revenue.');
  expect(chosen.queryByText('Orders are counted.')).toBeNull();
});

it('explains why the other SQL answers a settled question', () => {
  const settlement = {
    openPoint: sampleId(1),
    option: 'left-out',
    reading: 'orders',
    sql: 'SELECT 2',
    remembered: false,
  };
  const settlements = [{ ...settlement, id: sampleId(2), createdAt: '2026-01-02T10:00:00.000Z' }];
  renderView(<WhyView record={sampleRun({ attempts: [decided], settlements })} />, {});
  within(screen.getByRole('region', { name: 'Why this SQL' })).getByText(/a person chose its meaning/);
  screen.getByText(/the SQL of that reading is the answer/);
});

it('says nothing of a choice where there was none', () => {
  renderView(<WhyView record={sampleRun({ attempts: [attempt({})] })} />, {});
  expect(screen.queryByRole('region', { name: 'Why this SQL' })).toBeNull();
});
