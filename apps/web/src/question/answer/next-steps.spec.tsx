/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sampleRun } from '@assay/client/testing';
import { nextStepSchema, type EscalationRecord, type NextAction, type WorkspaceView } from '@assay/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, renderView } from '../../testing/render-view.js';
import { SHOP } from '../../testing/workspace-fixture.js';
import { NextSteps } from './next-steps.js';

afterEach(cleanup);

const onChange = jest.fn();

function show(
  actions: NextAction[],
  changes: Partial<EscalationRecord> = {},
  { admin = true, workspace = SHOP }: { admin?: boolean; workspace?: WorkspaceView } = {},
): void {
  onChange.mockClear();
  const nextSteps = actions.map((action) => ({ action, message: `Because of ${action}.` }));
  const caller = { keyNeeded: true, admin, mayCurate: admin, workspaces: null, answeredBy: 'model' };
  renderView(
    <NextSteps record={sampleRun({ status: 'FAILED', nextSteps, ...changes })} withPrimary onChange={onChange} />,
    {
      workspaces: { all: listOf(workspace) },
      apiKeys: { caller: async () => caller },
    },
  );
}

describe.each([true, false])('a step, for a caller who is an admin: %s,', (admin) => {
  it.each(nextStepSchema.shape.action.options)(
    '%s has a button or a link that begins it, or says whose it is',
    async (action) => {
      show([action], { attempts: [], calls: [] }, { admin });
      const item = within(await screen.findByRole('listitem'));
      await waitFor(() => {
        expect(document.querySelectorAll('.button-primary').length).toBe(
          item.queryAllByText(/^For /).length === 1 ? 0 : 1,
        );
        const ways = [
          ...item.queryAllByRole('button'),
          ...item.queryAllByRole('link'),
          ...item.queryAllByText(/^For /),
        ];
        expect(ways).not.toHaveLength(0);
      });
    },
  );
});

it('links to the settings if the workspace allows no higher level, and refers others to an admin', async () => {
  const workspace = { ...SHOP, settings: { ...SHOP.settings, maxLevel: 'ADVANCED' as const } };
  show(['raise-level'], { level: 'ADVANCED' }, { workspace });
  const link = await screen.findByRole('link', { name: 'Allow stronger models' });
  expect(link.getAttribute('href')).toBe(`/workspaces/${SHOP.id}/settings`);
  cleanup();
  show(['raise-level'], { level: 'ADVANCED' }, { workspace, admin: false });
  await screen.findByText('For an admin of Assay, in the workspace’s settings.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('begins with what is not for admins alone', async () => {
  show(['check-model', 'edit-question'], { attempts: [], calls: [] }, { admin: false });
  const edit = await screen.findByRole('button', { name: 'Change the question' });
  await waitFor(() => expect(edit.className).toContain('button-primary'));
});

it('opens the form at the level where only the question allowed no higher one', async () => {
  show(['raise-level'], { level: 'ADVANCED' });
  fireEvent.click(await screen.findByRole('button', { name: 'Use stronger models' }));
  expect(onChange).toHaveBeenCalledWith('level');
});

it.each([
  ['BUDGET_EXCEEDED', 'Change its limits', 'sqlCandidates'],
  ['DEADLINE_EXCEEDED', 'Give it more time', 'deadlineSeconds'],
  ['MODEL_SERVER_ERROR', 'Ask it again', 'question'],
])('after %s begins at what has to change', async (code, name, focus) => {
  show(['retry'], { status: 'ERROR', error: { code, message: 'It ended.' } });
  fireEvent.click(await screen.findByRole('button', { name }));
  expect(onChange).toHaveBeenCalledWith(focus);
});

it('tests the candidates of an instant question that failed', async () => {
  const record = sampleRun({ status: 'FAILED', nextSteps: [{ action: 'retry', message: 'Have them tested.' }] });
  const asked = { workspace: record.workspace, question: record.question };
  renderView(
    <NextSteps
      record={{ ...record, settings: { ...record.settings, effort: 'instant' } }}
      withPrimary
      onChange={onChange}
    />,
    { questions: { part: async () => asked } },
  );
  const test = await screen.findByRole('button', { name: 'Test its SQLs' });
  expect(test.className).toContain('button-primary');
});
