/** @jest-environment jsdom */
import { sampleId, sampleRun } from '@assay/client/testing';
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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

it('says that an added gold SQL contradicts another, and keeps the form open for it', async () => {
  const record = sampleRun();
  const contradicts = [sampleId(7)];
  const like = async (): Promise<object> => ({ goldSql: { id: sampleId(8), contradicts }, created: true });
  const onDone = jest.fn();
  renderView(
    <>
      <Like record={record} />
      <CorrectionForm record={record} onDone={onDone} />
    </>,
    {
      people: { me: async () => ({ rights: { curate: [record.workspace] } }) },
      questions: { like, correct: async () => ({ contradicts }) },
    },
  );
  const sentences = (): number => screen.queryAllByText(/^It contradicts 1 other gold SQL of the same/).length;
  fireEvent.click(await screen.findByRole('button', { name: /Like/ }));
  await waitFor(() => expect(sentences()).toBe(1));
  fireEvent.change(screen.getByLabelText('The right SQL'), { target: { value: 'select 2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sentences()).toBe(2));
  expect(onDone).not.toHaveBeenCalled();
});

it('takes words alone from curators of another workspace', async () => {
  show(['another']);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Like/ })).toBeNull());
  expect(screen.queryByLabelText('The right SQL')).toBeNull();
  expect(screen.getByLabelText('In words')).toBeTruthy();
});
