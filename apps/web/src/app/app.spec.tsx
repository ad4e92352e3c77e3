/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { ApiProblem, ConnectionProblem } from '@assay/client';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createQueries } from '../api/queries.js';
import { listOf, renderView, type FakeClient } from '../testing/render-view.js';
import { SHOP } from '../testing/workspace-fixture.js';
import { App } from './app.js';

afterEach(cleanup);

const PERSON = { keyNeeded: true, admin: false, mayCurate: false, workspaces: null, answeredBy: 'model' };
const problem = (status: number, code: string): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: code, status, code, detail: code });
const ENDED = problem(401, 'UNAUTHORIZED');
const OUTAGES: [string, Error][] = [
  ['of Assay', new ConnectionProblem('UNREACHABLE', '', 'No answer.')],
  ['behind a proxy', problem(502, 'HTTP_502')],
];

function show(): { says: (next: Error | null) => void } {
  let says: Error | null = null;
  const answer = async (): Promise<object> => {
    if (says !== null) throw says;
    return PERSON;
  };
  const client: FakeClient = {
    apiKeys: { caller: answer },
    people: { me: async () => ({ name: 'Ann', person: null, roles: [], rights: {} }) },
    questions: { ask: answer },
    workspaces: { all: listOf(SHOP), exampleQuestions: async () => ({ items: [] }) },
  };
  renderView(<App />, client, '/', createQueries());
  return { says: (next) => void (says = next) };
}

it.each(OUTAGES)('keeps what was typed over an outage %s during an ended session', async (_where, outage) => {
  const assay = show();
  const question = await screen.findByLabelText('Question');
  fireEvent.change(question, { target: { value: 'How many orders?' } });
  assay.says(ENDED);
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByText('Your session has ended');
  assay.says(outage);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Assay does not answer');
  assay.says(ENDED);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Your session has ended');
  assay.says(null);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByText('Your session has ended')).toBeNull());
  expect(screen.getByLabelText('Question')).toBe(question);
  expect(question).toHaveProperty('value', 'How many orders?');
});

it('shows nothing of the person where another one has signed in', async () => {
  const assay = show();
  await screen.findByLabelText('Question');
  assay.says(ENDED);
  fireEvent.change(screen.getByLabelText('Question'), { target: { value: 'How many orders?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByText('Your session has ended');
  assay.says(problem(403, 'OTHER_PERSON'));
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Assay does not answer');
  expect(screen.queryByLabelText('Question')).toBeNull();
});
