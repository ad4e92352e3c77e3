/** @jest-environment jsdom */
import { ApiProblem } from '@assay/client';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { NewWorkspacePage } from './new-workspace-page.js';

afterEach(cleanup);

function tooPowerful(): ApiProblem {
  return new ApiProblem(
    {
      type: 'about:blank',
      title: 'Refused',
      status: 422,
      detail: 'The role may write.',
      code: 'ROLE_TOO_POWERFUL',
      errors: [{ field: 'database.url', message: 'is too powerful' }],
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
