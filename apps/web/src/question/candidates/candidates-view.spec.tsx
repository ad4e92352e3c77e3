/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { sampleRun } from '@assay/client/testing';
import type { WitnessRecord } from '@assay/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { renderView, sqlIsDrawn } from '../../testing/render-view.js';
import { attempt, candidate } from '../model/testing/attempt-fixture.js';
import { CandidatesView } from './candidates-view.js';

const column = { name: 'customer', type: 'text' };
const witness: WitnessRecord = {
  a: 'inner',
  b: 'left',
  instance: 'i1',
  weak: false,
  tables: { orders: { columns: ['id', 'customer'], rows: [[1, 'Ann']] } },
  resultA: { columns: [column], rows: [['Ann']], error: null },
  resultB: { columns: [column], rows: [['Ann'], ['Bob']], error: null },
};

const distinguished = attempt({
  candidates: [
    candidate('inner', { ordinal: 1, behaviour: 'x' }),
    candidate('twin', { ordinal: 2, behaviour: 'x', duplicateOf: 'inner' }),
    candidate('left', { ordinal: 3, behaviour: 'y' }),
  ],
  behaviours: [
    { id: 'x', representative: 'inner', candidates: ['inner', 'twin'], share: 2 / 3, posterior: 0.7 },
    { id: 'y', representative: 'left', candidates: ['left'], share: 1 / 3, posterior: null, unstable: ['left'] },
  ],
  witnesses: [witness],
});

afterEach(cleanup);

it('groups candidates by behaviour though all returned the same, and shows the data on which they part', async () => {
  renderView(<CandidatesView record={sampleRun({ attempts: [distinguished] })} />, {});
  await sqlIsDrawn();
  screen.getByText('3 generated, 3 valid, 2 distinct, 2 different behaviours');
  const first = within(screen.getByRole('region', { name: 'Behaviour 1' }));
  first.getByText('2 of 3 candidates behave like this; 70 % likely to be right');
  within(screen.getByRole('region', { name: 'Behaviour 2' })).getByText('depends on the stored order of rows');

  const difference = within(screen.getByRole('region', { name: 'Where answers differ' }));
  difference.getByText('SQL #1 (Behaviour 1) and SQL #2 (Behaviour 2)');
  difference.getByText('One returns 1 row, the other 2 rows.');
  difference.getByRole('group', { name: 'Table orders' });
  const more = within(difference.getByRole('group', { name: 'SQL #2 returns' }));
  // also in words, not only by colour
  expect(more.getByText('only here').closest('tr')?.textContent).toContain('Bob');
  expect(within(difference.getByRole('group', { name: 'SQL #1 returns' })).queryByText('only here')).toBeNull();
});

it('groups candidates of records without behaviours by what they returned', async () => {
  const candidates = [candidate('one', { cluster: 'a' }), candidate('two', { ordinal: 2, cluster: 'b' })];
  renderView(<CandidatesView record={sampleRun({ attempts: [attempt({ candidates })] })} />, {});
  await sqlIsDrawn();
  screen.getByRole('region', { name: 'Result 2' });
  expect(screen.queryByText('Where answers differ')).toBeNull();
});

it('formats the SQL of candidates', async () => {
  const candidates = [candidate('one', { sql: 'select a from t where b = 1' })];
  renderView(<CandidatesView record={sampleRun({ attempts: [attempt({ candidates })] })} />, {});
  await sqlIsDrawn();
  expect(screen.getByRole('group', { name: 'SQL' }).textContent).toBe('select\n  a\nfrom\n  t\nwhere\n  b = 1');
});
