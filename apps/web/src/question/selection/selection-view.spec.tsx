/** @jest-environment jsdom */
import { sampleRun } from '@assay/client/testing';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderView, sqlIsDrawn } from '../../testing/render-view.js';
import { attempt, candidate } from '../model/testing/attempt-fixture.js';
import { SelectionView } from './selection-view.js';

afterEach(cleanup);

it.each([
  [['a'], 'The only SQL to select', 0],
  [['a', 'b'], 'Finalists', 2],
])('counts wins of %j only where there is more than one', async (ids, title, counted) => {
  const candidates = ids.map((id, at) => candidate(id, { ordinal: at + 1 }));
  const finalists = ids.map((id) => ({ candidate: id, clusterSize: 1, complexity: 1, wins: 0 }));
  const decided = attempt({ candidates, winner: 'a', selection: { by: 'judge', finalists } });
  renderView(<SelectionView record={sampleRun({ attempts: [decided] })} />, {});
  await sqlIsDrawn();
  screen.getByRole('heading', { name: title });
  expect(screen.queryAllByText('Confident wins')).toHaveLength(counted);
});
