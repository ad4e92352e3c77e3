/** @jest-environment jsdom */
import { ApiProblem } from '@assay/client';
import type { WorkspaceFilesView, WorkspaceView } from '@assay/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { NewWorkspacePage } from '../workspaces/new-workspace-page.js';
import { FilesView } from './files-view.js';

afterEach(cleanup);

const VIEW: WorkspaceFilesView = {
  takesUploads: true,
  mostBytes: 100_000_000,
  files: [{ name: 'a.csv', bytes: 2_000_000, sha256: '', storedAt: '2026-01-01T00:00:00.000Z' }],
  tables: [{ name: 'a', description: null, rows: 12, columns: [{ name: 'n', type: 'BIGINT' }] }],
  findings: ['2 lines of the file a.csv could not be read and are left out'],
  goldSqlsSetAside: 1,
};
const csv = (name: string): File => new File(['n\n1\n'], name);
const drop = (label: string, ...files: File[]): void => {
  fireEvent.drop(screen.getByLabelText(label), { dataTransfer: { files } });
};

it('makes a workspace of files that are dropped, and shows their tables', async () => {
  const sent: unknown[] = [];
  const { addresses } = renderView(<NewWorkspacePage />, {
    workspaces: {
      create: async (workspace: unknown) => (sent.push(workspace), { id: 'w1' }),
      putFiles: async (id: string, files: { name: string }[]) => (sent.push([id, files.map(({ name }) => name)]), VIEW),
    },
  });
  fireEvent.click(screen.getByLabelText('Files'));
  expect(screen.getByRole('button', { name: 'Create the tables' })).toHaveProperty('disabled', true);
  drop('Files to ask about', csv('sales.csv'), csv('b.csv'));
  drop('Files to ask about', csv('b.csv'));
  expect(screen.getByLabelText('Name')).toMatchObject({ value: '', placeholder: 'sales' });
  fireEvent.click(screen.getByRole('button', { name: 'Create the tables' }));
  await screen.findByText('n (number)');
  screen.getByText('2 lines of the file a.csv could not be read and are left out');
  screen.getByText(/: 1 gold SQL$/);
  expect(sent).toEqual([
    { name: 'sales', database: { dialect: 'duckdb', url: 'duckdb://uploads' } },
    ['w1', ['sales.csv', 'b.csv']],
  ]);
  fireEvent.click(screen.getByRole('link', { name: 'Ask about them' }));
  expect(addresses.at(-1)).toBe('/?workspace=w1');
});

it('says why files were refused, and leaves no workspace behind', async () => {
  const removed: string[] = [];
  const problem = { type: 'about:blank', title: 'Refused', status: 422, code: 'FILE_REFUSED' };
  renderView(<NewWorkspacePage />, {
    workspaces: {
      create: async () => ({ id: 'w1' }),
      putFiles: () => Promise.reject(new ApiProblem({ ...problem, detail: '"x.exe" is none of these' }, null)),
      remove: async (id: string) => void removed.push(id),
    },
  });
  fireEvent.click(screen.getByLabelText('Files'));
  drop('Files to ask about', csv('x.exe'));
  fireEvent.click(screen.getByRole('button', { name: 'Create the tables' }));
  await screen.findByText(/"x.exe" is none of these/);
  expect(removed).toEqual(['w1']);
});

it('takes more files into a workspace, and lets go of them', async () => {
  const workspace = { id: 'w1', dialect: 'duckdb' } as WorkspaceView;
  const put: string[] = [];
  renderView(<FilesView workspace={workspace} editable />, {
    workspaces: {
      files: async () => VIEW,
      putFiles: async (_id: string, files: { name: string }[]) => {
        put.push(...files.map(({ name }) => name));
        return { ...VIEW, files: [...VIEW.files, { ...VIEW.files[0], name: 'b.csv' }] };
      },
      removeFile: async () => ({ ...VIEW, files: [], tables: [] }),
    },
  });
  await screen.findByText('2.0 MB of 100.0 MB');
  drop('Add or replace files', csv('b.csv'));
  await screen.findByRole('button', { name: 'Remove b.csv' });
  expect(put).toEqual(['b.csv']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.csv' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove a.csv' })).toBeNull());
});
