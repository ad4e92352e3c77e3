/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiProblem } from '@assay/client';
import { INTERNAL_WORDS, sampleId } from '@assay/client/testing';
import type { WorkspaceView } from '@assay/contracts';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, renderView, type FakeClient, type RenderedView } from '../testing/render-view.js';
import { SHOP } from '../testing/workspace-fixture.js';
import { AskPage } from './ask-page.js';

const EXAMPLE = {
  question: 'Who are our best customers?',
  evidence: ['best means revenue'],
  settings: { sqlCandidates: 3 },
  description: 'Three readings.',
  walk: 'C→A',
};

function show(
  questions: FakeClient['questions'] = {},
  {
    path = '/',
    workspaces = [SHOP],
    examples = [EXAMPLE],
    caller = {},
    exampleQuestions = async (): Promise<unknown> => ({ items: examples }),
  } = {},
): RenderedView {
  const anyCaller = { keyNeeded: false, admin: true, mayCurate: true, workspaces: null, answeredBy: 'model' };
  const client: FakeClient = {
    questions,
    apiKeys: { caller: async () => ({ ...anyCaller, ...caller }) },
    workspaces: { all: listOf(...workspaces), exampleQuestions },
  };
  return renderView(<AskPage />, client, path);
}

afterEach(() => {
  expect(document.body.textContent).not.toMatch(INTERNAL_WORDS);
  cleanup();
  sessionStorage.clear();
});

it('asks no other workspace while the list does not have a new one yet', async () => {
  const added = { ...SHOP, id: sampleId(77), name: 'added' };
  const queries = new QueryClient();
  queries.setQueryData(['workspaces'], [SHOP]);
  const read = Promise.withResolvers<void>();
  const all = async function* (): AsyncGenerator<WorkspaceView> {
    await read.promise;
    yield* [SHOP, added];
  };
  renderView(
    <AskPage />,
    { workspaces: { all, exampleQuestions: async () => ({ items: [] }) } },
    `/?workspace=${added.id}`,
    queries,
  );
  expect(screen.queryByLabelText('Question')).toBeNull();
  read.resolve();
  expect(await screen.findByLabelText('Workspace')).toHaveProperty('value', added.id);
});

it('says that the wanted workspace is gone, and keeps the form during a refetch', async () => {
  const queries = new QueryClient();
  const read = Promise.withResolvers<void>();
  const all = jest.fn(async function* (): AsyncGenerator<WorkspaceView> {
    if (all.mock.calls.length > 1) await read.promise;
    yield SHOP;
  });
  renderView(
    <AskPage />,
    { workspaces: { all, exampleQuestions: async () => ({ items: [] }) } },
    `/?workspace=${sampleId(77)}`,
    queries,
  );
  await screen.findByText('This workspace is gone or not yours.');
  const question = screen.getByLabelText('Question');
  const refetched = queries.refetchQueries({ queryKey: ['workspaces'] });
  await waitFor(() => expect(queries.isFetching({ queryKey: ['workspaces'] })).toBe(1));
  expect(screen.getByLabelText('Question')).toBe(question);
  read.resolve();
  await refetched;
  expect(screen.getByLabelText('Question')).toBe(question);
});

describe('without a model', () => {
  it('says before anything is typed what a script answers, and leads admins to the models', async () => {
    show({}, { caller: { answeredBy: 'script' } });
    const note = within(await screen.findByRole('note'));
    note.getByText('No model is configured.');
    note.getByText(/^A script answers the example questions/);
    expect(note.getByRole('link', { name: 'Set up a model' }).getAttribute('href')).toBe('/models');
  });

  it('promises nothing of a workspace without scripted questions, and sends others to an admin', async () => {
    show({}, { caller: { answeredBy: 'script', admin: false }, examples: [] });
    const note = within(await screen.findByRole('note'));
    note.getByText(/^Questions to shop end in an error/);
    note.getByText(/^Ask an admin/);
    expect(screen.queryByRole('button', { name: /orders/ })).toBeNull();
  });

  it.each([
    [true, 'The stored key cannot be read.'],
    [false, /ask an admin of Assay to enter it again/],
  ])('says that a configured one cannot be used (to an admin: %s)', async (admin, text) => {
    const modelProblem = 'The stored key cannot be read.';
    show({}, { caller: { answeredBy: 'none', admin, modelProblem } });
    const note = within(await screen.findByRole('note'));
    note.getByText('The model cannot be used.');
    note.getByText(text);
    expect(note.queryByText(/No model is configured/)).toBeNull();
  });

  it('says nothing until the examples are there', async () => {
    const exampleQuestions = jest.fn(() => new Promise<never>(() => undefined));
    show({}, { caller: { answeredBy: 'script' }, exampleQuestions });
    await waitFor(() => expect(exampleQuestions).toHaveBeenCalled());
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('says so even if the examples cannot be fetched', async () => {
    const exampleQuestions = (): Promise<never> => Promise.reject(new Error('down'));
    show({}, { caller: { answeredBy: 'script' }, exampleQuestions });
    const note = within(await screen.findByRole('note'));
    note.getByText(/^Questions to shop end in an error/);
  });

  it('says nothing with one', async () => {
    show();
    await screen.findByRole('button', { name: /best customers/ });
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('the start', () => {
  it('asks what was typed, with Ctrl and Enter, and goes to the question', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'new' }));
    const { addresses } = show({ ask });
    const question = await screen.findByLabelText('Question');
    fireEvent.change(question, { target: { value: 'How many orders?' } });
    fireEvent.keyDown(question, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(addresses).toContain('/questions/new'));
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ workspace: SHOP.id, question: 'How many orders?', level: 'BASIC' });
  });

  it('keeps what was typed over a reload, apart from a question that the address brings', async () => {
    show();
    fireEvent.change(await screen.findByLabelText('Question'), { target: { value: 'How many orders?' } });
    fireEvent.change(screen.getByLabelText(/^Evidence/), { target: { value: 'an order is paid' } });
    cleanup();
    show({}, { path: '/?question=How+many+books%3F' });
    expect(await screen.findByLabelText('Question')).toHaveProperty('value', 'How many books?');
    expect(screen.getByLabelText(/^Evidence/)).toHaveProperty('value', '');
    cleanup();
    show();
    expect(await screen.findByLabelText('Question')).toHaveProperty('value', 'How many orders?');
    expect(screen.getByLabelText(/^Evidence/)).toHaveProperty('value', 'an order is paid');
  });

  it('asks an example with one click, with its evidence and settings', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'example' }));
    const { addresses } = show({ ask });
    fireEvent.click(await screen.findByRole('button', { name: /best customers/ }));
    await waitFor(() => expect(addresses).toContain('/questions/example'));
    const { question, evidence, settings } = EXAMPLE;
    expect(ask.mock.calls[0]?.[0]).toEqual({ workspace: SHOP.id, question, evidence, settings });
  });

  it('asks an example that was typed as the example is, but for what was filled in', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'typed' }));
    show({ ask });
    await screen.findByRole('button', { name: /best customers/ });
    fireEvent.change(screen.getByLabelText('Question'), { target: { value: ` ${EXAMPLE.question} ` } });
    fireEvent.change(screen.getByLabelText(/^Evidence/), { target: { value: 'best means orders' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(ask).toHaveBeenCalled());
    const { question, settings } = EXAMPLE;
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ question, evidence: ['best means orders'], settings });
  });

  it('asks with the effort that was chosen, and with the workspace’s where none was', async () => {
    const ask = jest.fn(async (_request: { settings?: object }) => ({ id: 'new' }));
    show({ ask });
    fireEvent.change(await screen.findByLabelText('Question'), { target: { value: 'How many orders?' } });
    const effort = screen.getByLabelText('Effort');
    expect([...effort.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '',
      'instant',
      'quick',
      'economical',
      'balanced',
      'exhaustive',
    ]);
    screen.getByRole('option', { name: 'As the workspace: Balanced', hidden: true });
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    fireEvent.change(effort, { target: { value: 'exhaustive' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(ask.mock.calls.map(([{ settings }]) => settings)).toEqual([undefined, { effort: 'exhaustive' }]);
  });

  it('keeps many examples behind a fold, from where they are asked as well', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'folded' }));
    const examples = Array.from({ length: 14 }, (_, index) => ({ ...EXAMPLE, question: `Question ${index + 1}?` }));
    const { addresses } = show({ ask }, { examples });
    const fold = (await screen.findByText('2 more questions')).closest('details');
    const folded = within(fold as HTMLElement).getAllByRole('button', { hidden: true });
    expect(folded.map(({ textContent }) => textContent)).toEqual([
      'Question 13?Three readings.',
      'Question 14?Three readings.',
    ]);
    fireEvent.click(folded[1] as HTMLElement);
    await waitFor(() => expect(addresses).toContain('/questions/folded'));
  });

  it('says beside a field what is wrong with it', async () => {
    const ask = async (): Promise<never> => {
      throw new ApiProblem({
        type: 'about:blank',
        title: 'Unprocessable Entity',
        status: 422,
        code: 'VALIDATION_FAILED',
        detail: 'The request is not valid.',
        errors: [{ field: 'question', message: 'must not be empty' }],
      });
    };
    show({ ask }, { path: '/?question=How%20many%3F' });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
    await screen.findByText('must not be empty');
    expect(screen.getByLabelText('Question').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Question')).toHaveProperty('value', 'How many?');
  });

  it('leads to a first workspace where there is none', async () => {
    show({}, { workspaces: [] });
    expect((await screen.findByRole('link', { name: 'Connect a database or files' })).getAttribute('href')).toBe(
      '/workspaces/new',
    );
  });
});
