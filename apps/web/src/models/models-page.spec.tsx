/** @jest-environment jsdom */
import { ApiProblem } from '@assay/client';
import { MODEL_PLACES, type ModelsView } from '@assay/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderView } from '../testing/render-view.js';
import { ModelsPage } from './models-page.js';

afterEach(cleanup);

const setting = (value: string | null, variable: string): ModelsView['url'] => ({
  value,
  source: value === null ? 'none' : 'settings',
  variable,
});

const VIEW: ModelsView = {
  url: setting('https://models.example/v1', 'OPENAI_BASE_URL'),
  key: { isSet: true, source: 'settings', variable: 'OPENAI_API_KEY' },
  models: Object.fromEntries(
    MODEL_PLACES.map((place) => [place, setting(place === 'BASIC' ? 'small' : null, `ASSAY_MODEL_${place}`)]),
  ) as ModelsView['models'],
  prices: { value: { small: { input: 1, output: 2 } }, source: 'settings', variable: 'ASSAY_MODEL_PRICES' },
  problem: null,
};

function show(view: ModelsView, answers: object = {}): { change: unknown[]; trial: unknown[] } {
  const sent = { change: [] as unknown[], trial: [] as unknown[] };
  const models = {
    get: async () => view,
    change: async (update: object) => {
      sent.change.push(update);
      return view;
    },
    try: async (trial: { model?: string }) => {
      sent.trial.push(trial);
      return {
        model: trial.model ?? 'small',
        answers: true,
        error: null,
        structuredOutput: 'json_schema',
        tools: true,
        streaming: false,
        cachedTokens: false,
        latencyMs: 1200,
      };
    },
    ...answers,
  };
  renderView(<ModelsPage />, { models });
  return sent;
}

const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

it('sends what was changed, and the key only where it was typed', async () => {
  const { change } = show(VIEW);
  await screen.findByLabelText('Endpoint');
  expect(screen.getByLabelText('Key')).toMatchObject({ value: '', type: 'password' });
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  type('Strongest', 'strong');
  click('Save');
  await waitFor(() => expect(change).toEqual([{ models: { BASIC: 'small', EXPERT: 'strong' } }]));
  expect((await screen.findByRole('link', { name: 'Ask a question' })).getAttribute('href')).toBe('/');
  type('Key', 'sk-new');
  click('Save');
  await waitFor(() => expect(change[1]).toEqual({ url: VIEW.url.value, key: 'sk-new' }));
});

it('says that another endpoint removes the key', async () => {
  const { change } = show(VIEW);
  await screen.findByText(/A key is set and is never shown/);
  type('Endpoint', 'https://other.example/v1');
  screen.getByText(/The key belongs to the former endpoint/);
  click('Save');
  await waitFor(() => expect(change).toEqual([{ url: 'https://other.example/v1' }]));
});

it('sends changed prices of each model', async () => {
  const { change } = show(VIEW);
  await screen.findByLabelText('Endpoint');
  type('Output', '3.5');
  click('Save');
  await waitFor(() => expect(change).toEqual([{ prices: { small: { input: 1, output: 3.5 } } }]));
});

it('adds no price without input', async () => {
  const { change } = show({ ...VIEW, prices: { ...VIEW.prices, value: {} } });
  await screen.findByLabelText('Endpoint');
  type('Output', '3.5');
  click('Save');
  await waitFor(() => expect(change).toEqual([{ prices: { small: { output: 3.5 } } }]));
});

it('does not overwrite settings that another admin changed', async () => {
  const other = { ...VIEW, url: setting('https://other.example/v1', 'OPENAI_BASE_URL') };
  const views = [VIEW, other];
  const { change } = show(VIEW, { get: async () => views.shift() ?? other });
  await screen.findByDisplayValue('https://models.example/v1');
  await act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await screen.findByDisplayValue('https://other.example/v1');
  type('Strong', 'strong');
  click('Save');
  await waitFor(() => expect(change).toEqual([{ models: { BASIC: 'small', ADVANCED: 'strong' } }]));
});

it('shows what a tried model supports, and asks with the typed values', async () => {
  const { trial } = show(VIEW);
  await screen.findByLabelText('Endpoint');
  type('Fast', 'other');
  click('Try it');
  await screen.findByText('works');
  screen.getByText(/structured output: yes \(json_schema\)/);
  expect(trial).toEqual([{ model: 'other' }]);
  type('Endpoint', '');
  expect(screen.getByRole('button', { name: 'Try it' })).toHaveProperty('disabled', true);
  type('Endpoint', 'https://models.example/v1');
  type('Key', 'sk-new');
  click('Try it');
  await waitFor(() => expect(trial[1]).toEqual({ url: VIEW.url.value, key: 'sk-new', model: 'other' }));
});

it('tries each distinct model, and shows the code of one that does not answer', async () => {
  const failed = { answers: false, error: { code: 'MODEL_NOT_FOUND', message: 'There is no such model.' } };
  const answered = { answers: true, error: null, structuredOutput: 'none', tools: false, latencyMs: 10 };
  show(VIEW, {
    try: async ({ model }: { model: string }) => ({ model, ...(model === 'strong' ? failed : answered) }),
  });
  await screen.findByLabelText('Endpoint');
  type('Strong', 'strong');
  type('Strongest', ' small ');
  click('Try it');
  await screen.findByText('strong does not answer (MODEL_NOT_FOUND)');
  expect(screen.getByText('works').parentElement?.textContent).toContain('small');
});

it('shows refusals at their field', async () => {
  const message = 'The endpoint may not be connected to: link-local addresses are never dialled.';
  const problem = {
    type: 'about:blank',
    title: 'Refused',
    status: 422,
    detail: message,
    code: 'TARGET_HOST_FORBIDDEN',
  };
  const change = (): Promise<never> =>
    Promise.reject(new ApiProblem({ ...problem, errors: [{ field: 'url', message }] }));
  show(VIEW, { change });
  await screen.findByLabelText('Endpoint');
  type('Endpoint', 'http://169.254.169.254/v1');
  click('Save');
  await screen.findByText('It was not saved');
  expect(screen.getByLabelText('Endpoint').getAttribute('aria-invalid')).toBe('true');
});

it('shows fields of the environment with their variables, and does not let them be changed', async () => {
  const fixed = { ...VIEW.url, source: 'environment' as const };
  show({
    ...VIEW,
    url: fixed,
    key: { ...VIEW.key, source: 'environment' },
    models: { ...VIEW.models, BASIC: { ...VIEW.models.BASIC, source: 'environment' } },
  });
  await screen.findByText('OPENAI_BASE_URL');
  screen.getByText('OPENAI_API_KEY');
  screen.getByText('ASSAY_MODEL_BASIC');
  for (const label of ['Endpoint', 'Key', 'Fast'])
    expect(screen.getByLabelText(label)).toHaveProperty('readOnly', true);
  expect(screen.getByLabelText('Strong')).toHaveProperty('readOnly', false);
});
