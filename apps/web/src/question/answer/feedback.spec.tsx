/** @jest-environment jsdom */
import { sampleRun } from '@assay/client/testing';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { renderView } from '../../testing/render-view.js';
import { CorrectionForm, Like } from './feedback.js';

afterEach(cleanup);

function show(curate: string[]): void {
  const record = sampleRun();
  renderView(
    <>
      <Like record={record} />
      <CorrectionForm record={record} onDone={() => undefined} />
    </>,
    { people: { me: async () => ({ rights: { curate } }) }, questions: { part: async () => ({}) } },
  );
}

it('offers gold SQLs to curators of the workspace', async () => {
  show([sampleRun().workspace]);
  expect(await screen.findByRole('button', { name: /Like/ })).toBeTruthy();
  expect(screen.getByLabelText('The right SQL')).toBeTruthy();
});

it('takes words alone from curators of another workspace', async () => {
  show(['another']);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Like/ })).toBeNull());
  expect(screen.queryByLabelText('The right SQL')).toBeNull();
  expect(screen.getByLabelText('In words')).toBeTruthy();
});
