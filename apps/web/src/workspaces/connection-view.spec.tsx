/** @jest-environment jsdom */
import { ApiProblem } from '@assay/client';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderView, type FakeClient } from '../testing/render-view.js';
import { SHOP } from '../testing/workspace-fixture.js';
import { ConnectionView } from './connection-view.js';

afterEach(cleanup);

const SCHEMA = { schema: { tables: [{}, {}] } };
const works = async (): Promise<object> => ({
  tables: 3,
  privileges: { superuser: false, canWrite: false, findings: [] },
});

function refusal(): Promise<never> {
  const problem = { type: 'about:blank', title: 'Refused', status: 422, detail: 'No such host.', code: 'UNREACHABLE' };
  return Promise.reject(new ApiProblem(problem));
}

function show(workspaces: FakeClient['workspaces']): void {
  renderView(<ConnectionView workspace={{ ...SHOP, schemaTakenAt: '2026-01-02T10:00:00.000Z' }} editable />, {
    workspaces,
  });
}

const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

it('separates the last stored check from a new test', async () => {
  show({ refreshSchema: refusal });
  const history = screen.getByRole('region', { name: /^Last checked .*2026/ });
  expect(history.textContent).toContain('may only read');
  click('Test it and refresh the schema');
  const now = await screen.findByRole('alert');
  expect(now.textContent).toContain('The connection does not work');
  expect(history.contains(now)).toBe(false);
});

it('shows what came of one try alone, the last, be it of the connection in use or of another', async () => {
  const answers = [refusal, works];
  show({ refreshSchema: async () => SCHEMA, tryConnection: () => answers.shift()?.(), update: refusal });
  click('Test it and refresh the schema');
  await screen.findByText('works');

  fireEvent.change(screen.getByLabelText('Connection'), { target: { value: 'postgres://reader@nowhere/shop' } });
  click('Test the connection');
  await screen.findByText('No such host.');
  expect(screen.queryByText('works')).toBeNull();

  click('Test it and refresh the schema');
  await screen.findByText('works');
  expect(screen.queryByText('No such host.')).toBeNull();

  click('Use this connection');
  await screen.findByText('It was not saved');
  expect(screen.queryByText('works')).toBeNull();

  click('Test the connection');
  await screen.findByText('3 tables and views');
  expect(screen.getAllByText('works')).toHaveLength(1);
  expect(screen.queryByText('It was not saved')).toBeNull();
});

it('says that another connection is in use now, and says no more what the one before did', async () => {
  show({ refreshSchema: async () => SCHEMA, update: async () => SHOP });
  click('Test it and refresh the schema');
  await screen.findByText('works');
  fireEvent.change(screen.getByLabelText('Connection'), { target: { value: 'postgres://reader@db/other' } });
  click('Use this connection');
  await screen.findByText('Saved.');
  await waitFor(() => expect(screen.getByLabelText('Connection')).toHaveProperty('value', ''));
  expect(screen.queryByText('works')).toBeNull();
});

it('hides a password among the parameters: at once where it is pasted, when the field is left where it is typed', () => {
  show({});
  const url = screen.getByLabelText('Connection');
  fireEvent.input(url, {
    target: { value: 'postgres://reader@db/shop?password=pasted' },
    inputType: 'insertFromPaste',
  });
  expect([url, screen.getByLabelText('Password')]).toMatchObject([
    { value: 'postgres://reader@db/shop' },
    { value: 'pasted', type: 'password' },
  ]);
  fireEvent.input(url, { target: { value: 'postgres://reader@db/shop?password=t' }, inputType: 'insertText' });
  expect(url).toHaveProperty('value', 'postgres://reader@db/shop?password=t');
  fireEvent.blur(url);
  expect([url, screen.getByLabelText('Password')]).toMatchObject([
    { value: 'postgres://reader@db/shop' },
    { value: 't' },
  ]);
});
