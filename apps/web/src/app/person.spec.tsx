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
  const me = { name: 'Ann', person: { subject: 'ann' }, roles: [{ role: 'asker' }], quotas };
  renderView(<Person />, { people: { me: async () => me } });
}

it('shows what the person and their groups have used today', async () => {
  show(usage(null, 2), usage('north', 4));
  const name = await screen.findByText('Ann');
  expect(name.title).toBe('asker\nYou today: 2 of 5 questions, 0 tokens\nnorth today: 4 of 5 questions, 0 tokens');
});

it('says that a quota is used up', async () => {
  show(usage(null, 5));
  expect(await screen.findByText('Ann (quota used up)')).toBeTruthy();
});
