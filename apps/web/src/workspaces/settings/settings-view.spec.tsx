/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { ApiProblem } from '@assay/client';
import { DEFAULT_SETTINGS, type Id, type SettingsPatch, type WorkspaceView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderView } from '../../testing/render-view.js';
import { SHOP } from '../../testing/workspace-fixture.js';
import { SettingsView } from './settings-view.js';

afterEach(cleanup);

function Page(): ReactElement | null {
  const workspace = useQuery({ queryKey: ['workspace', SHOP.id], queryFn: () => SHOP, staleTime: Infinity }).data;
  return workspace === undefined ? null : <SettingsView workspace={workspace} editable />;
}

it('sends what was changed alone, and says that it is saved, in whatever order its fields come back', async () => {
  const update = jest.fn(async (_id: Id, _changes: object): Promise<WorkspaceView> => {
    const quota = { usdPerDay: null, tokensPerDay: null, questionsPerDay: 5 };
    return { ...SHOP, settings: { ...SHOP.settings, quota } };
  });
  renderView(<Page />, { workspaces: { update } });
  fireEvent.change(await screen.findByLabelText('Questions a day'), { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  const quota = { questionsPerDay: 5, tokensPerDay: null, usdPerDay: null };
  expect(update.mock.calls).toEqual([[SHOP.id, { settings: { quota } }]]);
});

it('says how a workspace answers as the asker', async () => {
  const asker = {
    mode: 'variables' as const,
    claims: { region: 'area' },
    roles: [],
    allowFunctions: [],
    allowExtensions: [],
  };
  renderView(<SettingsView workspace={{ ...SHOP, settings: { ...SHOP.settings, asker } }} editable />, {});
  expect(screen.getByRole('group', { name: 'Answers as the asker' }).textContent).toContain('assay.region from area');
});

it('finds settings by their words, and resets those that it shows', async () => {
  const settings = { ...SHOP.settings, sqlCandidates: 3, allowFunctions: ['own'] };
  settings.probe = { instances: 5, seconds: 9 };
  settings.quota = { questionsPerDay: 5, tokensPerDay: null, usdPerDay: null };
  renderView(<SettingsView workspace={{ ...SHOP, settings }} editable />, {});
  fireEvent.change(screen.getByLabelText('Find a setting'), { target: { value: 'each kind of models' } });
  await waitFor(() => expect(screen.queryByLabelText('Questions a day')).toBeNull());
  const field = screen.getByLabelText('SQLs to write');
  expect(field).toHaveProperty('value', '3');
  fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
  expect(field).toHaveProperty('value', String(DEFAULT_SETTINGS.sqlCandidates));
  fireEvent.change(screen.getByLabelText('Find a setting'), { target: { value: 'probe.instances' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Reset to defaults' }));
  fireEvent.change(screen.getByLabelText('Find a setting'), { target: { value: 'probe.seconds' } });
  await screen.findByDisplayValue('9');
  fireEvent.change(screen.getByLabelText('Find a setting'), { target: { value: '' } });
  expect(await screen.findByLabelText('Questions a day')).toHaveProperty('value', '5');
  fireEvent.change(screen.getByLabelText('Find a setting'), { target: { value: 'no such thing' } });
  await screen.findByText('No setting is called that.');
});

it('resets a group, and then all but whether models see values', async () => {
  const settings = { ...SHOP.settings, sqlCandidates: 3, sendRows: false, allowFunctions: ['own'] };
  settings.quota = { questionsPerDay: 5, tokensPerDay: null, usdPerDay: null };
  settings.links = { frames: [] };
  const update = jest.fn(async (_id: Id, _changes: { settings: SettingsPatch }) => SHOP);
  renderView(<SettingsView workspace={{ ...SHOP, settings }} editable />, { workspaces: { update } });
  fireEvent.click(screen.getByRole('button', { name: 'Reset “Quotas of a day”' }));
  expect(screen.queryByRole('button', { name: 'Reset “Quotas of a day”' })).toBeNull();
  expect(screen.getByLabelText('Questions a day')).toHaveProperty('value', '');
  expect(screen.getByLabelText('SQLs to write')).toHaveProperty('value', '3');
  fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(update).toHaveBeenCalled());
  const { quota, sqlCandidates, allowFunctions, links } = DEFAULT_SETTINGS;
  expect(update.mock.lastCall).toEqual([SHOP.id, { settings: { quota, sqlCandidates, allowFunctions, links } }]);
});

it('sets a webhook and links, and shows what the API refuses beside its field', async () => {
  const refusal = { field: 'settings.links.frames.1', message: 'expected an origin such as https://app.example' };
  const problem = {
    type: 'about:blank',
    title: 'Refused',
    status: 422,
    code: 'INVALID_FIELDS',
    detail: 'See errors.',
    errors: [refusal],
  };
  const update = jest.fn(async (_id: Id, changes: { settings?: SettingsPatch }): Promise<WorkspaceView> => {
    if (changes.settings?.links?.frames.includes('typed wrongly')) throw new ApiProblem(problem);
    return { ...SHOP, settings: { ...SHOP.settings, ...changes.settings } };
  });
  renderView(<Page />, { workspaces: { update } });
  const frames = 'Pages that may frame linked answers';
  expect(await screen.findByLabelText('Webhook')).toHaveProperty('value', '');
  expect(screen.queryByLabelText(/^Send the record/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Webhook'), { target: { value: 'https://hooks.example/assay' } });
  fireEvent.click(screen.getByLabelText(/^Send the record/));
  expect(screen.queryByLabelText(frames)).toBeNull();
  fireEvent.click(screen.getByLabelText(/^Answers may be linked/));
  fireEvent.change(screen.getByLabelText(frames), { target: { value: 'https://app.example\ntyped wrongly' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(refusal.message);
  fireEvent.change(screen.getByLabelText(frames), { target: { value: 'https://app.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  const settings = {
    onFinish: { url: 'https://hooks.example/assay', values: true },
    links: { frames: ['https://app.example'] },
  };
  expect(update.mock.lastCall).toEqual([SHOP.id, { settings }]);
});
