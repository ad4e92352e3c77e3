/** @jest-environment jsdom */
import { ApiProblem } from '@assay/client';
import { REACHES } from '@assay/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { NewWorkspacePage } from './new-workspace-page.js';

afterEach(cleanup);

function tooPowerful(messages = ['is too powerful']): ApiProblem {
  return new ApiProblem(
    {
      type: 'about:blank',
      title: 'Refused',
      status: 422,
      detail: 'The role may write.',
      code: 'ROLE_TOO_POWERFUL',
      errors: messages.map((message) => ({ field: 'database.url', message })),
    },
    null,
  );
}

const WORKS = {
  tables: 3,
  privileges: { superuser: false, canWrite: false, findings: [] },
};

it('shows how the connection in the form does, never how an earlier one did', async () => {
  const sent: string[] = [];
  renderView(<NewWorkspacePage />, {
    workspaces: {
      create: () => Promise.reject(tooPowerful()),
      tryConnection: async ({ url }: { url: string }) => {
        sent.push(url);
        return WORKS;
      },
    },
  });
  const url = screen.getByLabelText('Connection');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'clinic' } });
  fireEvent.change(url, { target: { value: 'postgres://admin:secret@db/clinic' } });
  expect((url as HTMLInputElement).value).toBe('postgres://admin@db/clinic');
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');

  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await screen.findByText('The workspace was not made');
  screen.getByText('is too powerful');

  // the refusal is gone without typing
  fireEvent.click(screen.getByRole('button', { name: 'Test the connection' }));
  await screen.findByText('works');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('is too powerful')).toBeNull();
  expect(sent).toEqual(['postgres://admin:secret@db/clinic']);

  // a refusal replaces the success
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  expect(screen.queryByText('works')).toBeNull();

  fireEvent.change(url, { target: { value: 'postgres://reader@db/clinic' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('accepts by one click what the refused role reaches, and shows it where it can be changed', async () => {
  const sent: unknown[] = [];
  renderView(<NewWorkspacePage />, {
    workspaces: {
      create: ({ database }: { database: { accept: string[] } }) => {
        sent.push(database.accept);
        return Promise.reject(tooPowerful([`${REACHES}dblink`, `${REACHES}public.pay(integer)`]));
      },
    },
  });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'clinic' } });
  fireEvent.change(screen.getByLabelText('Connection'), { target: { value: 'postgres://reader@db/clinic' } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Accept dblink, public.pay(integer) by name' }));
  const names = screen.getByLabelText('Accept by name');
  expect(names).toMatchObject({ value: 'dblink\npublic.pay(integer)' });
  expect(document.activeElement).toBe(names);
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(sent).toEqual([[], ['dblink', 'public.pay(integer)']]));
});
