/** @jest-environment jsdom */
import { sampleId, sampleQuestion } from '@assay/client/testing';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { listOf, renderView } from '../testing/render-view.js';
import { SHOP } from '../testing/workspace-fixture.js';
import { WorkspacesPage } from './workspaces-page.js';

afterEach(cleanup);

it('counts the tables of each workspace that was read, and the facts of evidence of those that have some', async () => {
  const some = [['a month is a calendar month'], ['one', 'two']].map((evidence, at) => ({
    ...SHOP,
    tableCount: at,
    evidence,
    id: sampleId(20 + at),
    name: `shop ${at}`,
  }));
  renderView(<WorkspacesPage />, { workspaces: { all: listOf(SHOP, ...some) } });
  await screen.findByText('shop 1');
  expect(screen.getAllByText(/^postgres/).map(({ textContent }) => textContent)).toEqual([
    'postgres',
    'postgres · 0 tables · 1 note',
    'postgres · 1 table · 2 notes',
  ]);
});

it('says when a workspace was last asked', async () => {
  const other = { ...SHOP, id: sampleId(21), name: 'other' };
  const [newest, older] = ['2026-03-03T12:00:00.000Z', '2026-03-01T12:00:00.000Z'];
  const items = [newest, older].map((createdAt) => sampleQuestion({ workspace: SHOP.id, createdAt }));
  const list = async (): Promise<object> => ({ items, nextCursor: null });
  renderView(<WorkspacesPage />, { workspaces: { all: listOf(SHOP, other) }, questions: { list } });
  await screen.findByText(`postgres · last asked ${new Date(newest).toLocaleDateString()}`);
  expect(screen.getAllByText(/^postgres/)).toHaveLength(2);
  screen.getByText('postgres');
});
