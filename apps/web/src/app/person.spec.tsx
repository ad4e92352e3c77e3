/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { Person } from './person.js';

afterEach(cleanup);

const usage = (group: string | null, used: number): object => ({
  group,
  questions: { used, limit: 5 },
  tokens: { used: 0, limit: null },
  costUsd: { used: 0, limit: null },
});

function show(...quotas: object[]): void {
  const roles = [
    { role: 'asker', workspaces: null },
    { role: 'curator', workspaces: ['a', 'b'] },
  ];
  const me = { name: 'Ann', person: { subject: 'ann' }, roles, quotas };
  renderView(<Person />, { people: { me: async () => me } });
}

it('shows roles, and what the person and their groups have used today', async () => {
  show(usage(null, 2), usage('north', 4));
  await screen.findByText('Ann');
  expect(screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'asker in all workspaces',
    'curator in 2 workspaces',
    'You today: 2 of 5 questions, 0 tokens',
    'north today: 4 of 5 questions, 0 tokens',
  ]);
});

it('says that a quota is used up', async () => {
  show(usage(null, 5));
  await screen.findByText('Ann');
  expect(screen.getByText('(quota used up)')).toBeTruthy();
});
