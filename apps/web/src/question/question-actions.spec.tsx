/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sampleId, sampleRun } from '@assay/client/testing';
import { stepsAfterError } from '@assay/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { seen } from '../testing/render-view.js';
import { showAnswer as show } from '../testing/show-answer.js';
import { ASKED, SHOP } from '../testing/workspace-fixture.js';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('next steps', () => {
  it('open the form at the field that they are about, or lead to where to look', async () => {
    const nextSteps = [
      { action: 'add-evidence' as const, message: 'Say what a month is.' },
      { action: 'check-database' as const, message: 'The database does not answer.' },
    ];
    show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] }, nextSteps }));
    const steps = within(await screen.findByRole('region', { name: 'What you can do' }));
    expect(steps.getByRole('link', { name: 'Test the connection' }).getAttribute('href')).toBe(
      `/workspaces/${SHOP.id}/connection`,
    );
    fireEvent.click(steps.getByRole('button', { name: 'Add evidence' }));
    expect(document.activeElement).toBe(await screen.findByLabelText('Evidence'));
  });
});

it('has one primary action above the follow-up: the first step, or that of an open form', async () => {
  const nextSteps = [
    { action: 'edit-question' as const, message: 'Ask in simpler words.' },
    { action: 'add-evidence' as const, message: 'Say what a month is.' },
  ];
  const primary = (): (string | null)[] =>
    [...document.querySelectorAll('.button-primary')].map(({ textContent }) => textContent);
  show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] }, nextSteps }));
  fireEvent.click(await screen.findByRole('button', { name: 'Add evidence' }));
  await screen.findByLabelText('Question');
  expect(primary()).toEqual(['Ask']);
  cleanup();
  sessionStorage.clear();
  show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] }, nextSteps }));
  await screen.findByRole('button', { name: 'Add evidence' });
  expect(primary()).toEqual(['Change the question']);
});

it('takes the right SQL of a question that failed', async () => {
  show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] } }));
  fireEvent.click(await screen.findByRole('button', { name: 'I know the right SQL' }));
  expect(document.activeElement).toBe(await screen.findByLabelText('The right SQL'));
  screen.getByRole('heading', { name: 'Which SQL is right?' });
});

it('has one button for the changed question', async () => {
  const nextSteps = [{ action: 'edit-question' as const, message: 'Ask in simpler words.' }];
  show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] }, nextSteps }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change the question' }));
  await screen.findByLabelText('Question');
  expect(screen.queryByRole('button', { name: 'Change and ask again' })).toBeNull();
});

describe('what was typed to continue and not asked yet', () => {
  const failed = sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] } });
  const other = { ...failed, id: sampleId(77) };
  const evidence = 'best means revenue';
  const addEvidence = async (): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: 'Change and ask again' }));
    fireEvent.change(await screen.findByLabelText('Evidence'), { target: { value: evidence } });
  };

  it('is there after a reload, without taking the focus, and in no other question', async () => {
    show(failed);
    await addEvidence();
    cleanup();
    show(other);
    fireEvent.click(await screen.findByRole('button', { name: 'Change and ask again' }));
    expect(await screen.findByLabelText('Evidence')).toHaveProperty('value', ASKED.evidence.join('\n'));
    cleanup();
    show(failed);
    expect(await screen.findByLabelText('Evidence')).toHaveProperty('value', evidence);
    expect(document.activeElement).toBe(document.body);
  });

  it('stays when the form is opened for another of its fields', async () => {
    const steps = [{ action: 'raise-level' as const, message: 'Ask at a higher level.' }];
    show({ ...failed, level: 'BASIC', nextSteps: steps });
    await addEvidence();
    fireEvent.click(screen.getByRole('button', { name: 'Use stronger models' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Models to begin with')));
    expect(document.activeElement).toHaveProperty('value', 'ADVANCED');
    expect(screen.getByLabelText('Evidence')).toHaveProperty('value', evidence);
  });

  it('is dropped once it was asked, and kept where it was refused', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'next' })).mockRejectedValueOnce(new Error('busy'));
    show(failed, { ask });
    await addEvidence();
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await screen.findByText('The question was not taken');
    expect(sessionStorage).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(ask.mock.calls[1]?.[0]).toMatchObject({ evidence: [evidence] });
  });

  it('of a follow-up is not what asks the question again', async () => {
    const won = sampleRun();
    show(won);
    fireEvent.change(await screen.findByLabelText('Next question'), { target: { value: 'And last month?' } });
    fireEvent.click(screen.getByText('More'));
    fireEvent.click(screen.getByRole('button', { name: 'Change and ask again' }));
    expect(await screen.findByLabelText('Question')).toHaveProperty('value', ASKED.question);
    cleanup();
    show(won);
    expect(await screen.findByLabelText('Next question')).toHaveProperty('value', 'And last month?');
  });
});

describe('a link without sign-in', () => {
  const links = { frames: [] };
  const LABEL = 'Copy link without sign-in';

  it('is made when it is copied', async () => {
    const write = jest.fn(async (items: { text: Promise<Blob> }[]) => void (await items[0]?.text));
    const item = class {
      readonly text: unknown;
      constructor(parts: Record<string, unknown>) {
        this.text = parts['text/plain'];
      }
    };
    Object.assign(globalThis, { ClipboardItem: item });
    Object.assign(navigator, { clipboard: { write } });
    const link = jest.fn(async (_question: string) => ({ path: '/links/token' }));
    show(sampleRun(), { link }, { ...SHOP, settings: { ...SHOP.settings, links } });
    fireEvent.click(await screen.findByText('More'));
    const copy = await screen.findByRole('button', { name: LABEL });
    expect(link).not.toHaveBeenCalled();
    fireEvent.click(copy);
    await screen.findByRole('button', { name: 'Copied' });
    expect(link).toHaveBeenCalledWith(sampleRun().id);
    const copied = await write.mock.calls[0]?.[0][0]?.text;
    expect(copied?.size).toBe(`${window.location.origin}/links/token`.length);
  });

  it('is ended with all others of the question', async () => {
    const unlink = jest.fn(async (_question: string) => undefined);
    show(sampleRun(), { unlink }, { ...SHOP, settings: { ...SHOP.settings, links } });
    fireEvent.click(await screen.findByText('More'));
    fireEvent.click(await screen.findByRole('button', { name: 'End links without sign-in' }));
    await screen.findByRole('button', { name: 'Links have ended' });
    expect(unlink).toHaveBeenCalledWith(sampleRun().id);
  });

  it.each([
    ['the workspace has none', { links: null }],
    ['rows are as the asker may see them', { links, asker: { kind: 'role' as const } }],
  ])('is not offered where %s', async (_why, settings) => {
    show(sampleRun(), {}, { ...SHOP, settings: { ...SHOP.settings, ...settings } as typeof SHOP.settings });
    fireEvent.click(await screen.findByText('More'));
    await screen.findByRole('button', { name: 'Copy link' });
    expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
  });
});

describe('after a limit', () => {
  it.each([
    ['BUDGET_EXCEEDED', 'Change its limits', 'SQLs to write'],
    ['DEADLINE_EXCEEDED', 'Give it more time', 'Deadline, seconds'],
  ])('%s the form opens at what has to change', async (code, step, field) => {
    const error = { code, message: 'It was given up.' };
    show(sampleRun({ status: 'ERROR', result: null, error, nextSteps: stepsAfterError(error) }));
    fireEvent.click(await screen.findByRole('button', { name: step }));
    expect(document.activeElement).toBe(await screen.findByLabelText(field));
  });
});

describe('feedback', () => {
  it('shows what was said before: liked, and corrected with what', async () => {
    const comment = { id: 'a', sql: null, comment: 'May is missing.', goldSql: null, createdAt: '' };
    const correction = { id: 'b', sql: 'select 2', comment: null, goldSql: sampleId(8), createdAt: '' };
    show(sampleRun({ liked: true, corrected: true, corrections: [comment, correction] }));
    expect(await screen.findByRole('button', { name: /Liked/ })).toHaveProperty('disabled', true);
    const said = screen.getByRole('region', { name: 'What people said' });
    within(said).getByText('May is missing.');
    expect(said.textContent).not.toContain('select');
    const corrected = screen.getByRole('region', { name: 'Corrected to' });
    expect(corrected.textContent).toContain('select 2');
    within(corrected).getByText('This SQL is a gold SQL now.');
  });

  it('sends a correction with what was filled in', async () => {
    const correct = jest.fn(async (_question: string, _correction: object) => ({}));
    const ask = jest.fn(async (_request: object) => ({ id: 'next' }));
    show(sampleRun(), { correct, ask });
    fireEvent.click(await screen.findByRole('button', { name: 'This is wrong' }));
    const send = screen.getByRole('button', { name: 'Send' });
    expect(send).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('The right SQL'), { target: { value: ' select 1 ' } });
    fireEvent.click(send);
    await waitFor(() => expect(correct).toHaveBeenCalledWith(sampleRun().id, { sql: 'select 1' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
    // its SQL answers this question: no other is asked
    expect(ask).not.toHaveBeenCalled();
  });

  it('asks the models in place of an approved SQL', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'next' }));
    const known = sampleRun();
    const attempts = known.attempts.map((each) => ({ ...each, selection: { by: 'known' as const, finalists: [] } }));
    show({ ...known, attempts }, { ask });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask the models instead' }));
    await waitFor(() => expect(ask.mock.calls[0]?.[0]).toMatchObject({ anew: true }));
  });

  it('asks stronger models even if an approved SQL answers the same words, and weaker ones as before', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'next' }));
    show(sampleRun(), { ask });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask the strongest models' }));
    await waitFor(() => expect(ask.mock.lastCall?.[0]).toMatchObject({ level: 'EXPERT', anew: true }));
    cleanup();
    show(sampleRun(), { ask });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(ask.mock.lastCall?.[0]).not.toHaveProperty('anew');
  });

  it('tests the candidates of an untested answer, and of no other', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'next' }));
    const silver = { why: 'untested' as const, message: 'It is untested.' };
    show(sampleRun({ status: 'SILVER', silver }), { ask });
    fireEvent.click(await screen.findByRole('button', { name: 'Test this answer' }));
    await waitFor(() => expect(ask.mock.calls[0]?.[0]).toMatchObject({ continues: sampleRun().id }));
    cleanup();
    show(sampleRun());
    await screen.findByText('More');
    expect(screen.queryByRole('button', { name: 'Test this answer' })).toBeNull();
  });

  it('changes no suggestion under the pointer or the focus when the schema arrives', async () => {
    const examples = { nullable: false, description: null, examples: ['open'] };
    const columns = [{ name: 'status', type: 'text', ...examples }];
    const schema = jest.fn(async () => ({ schema: { tables: [{ schema: null, name: 'orders', columns }] } }));
    show(sampleRun(), {}, SHOP, { schema });
    const list = await screen.findByRole('list', { name: 'Suggestions' });
    fireEvent.pointerEnter(list);
    expect(schema).not.toHaveBeenCalled();
    seen.all();
    await waitFor(() => expect(schema.mock.results[0]?.value).resolves.toBeDefined());
    expect(screen.queryByRole('button', { name: 'The same by status' })).toBeNull();
    // nor under the focus
    const focused = within(list).getAllByRole('button').at(-1);
    act(() => focused?.focus());
    fireEvent.pointerLeave(list);
    expect(document.activeElement).toBe(focused);
    act(() => focused?.blur());
    await screen.findByRole('button', { name: 'The same by status' });
    expect(within(list).getAllByRole('button')).toHaveLength(3);
  });

  it('suggests what to ask next, and puts it into the field', async () => {
    show(sampleRun());
    fireEvent.click(await screen.findByRole('button', { name: 'Which rows is this computed from?' }));
    const field = await screen.findByLabelText('Next question');
    expect(field).toHaveProperty('value', 'Which rows is this computed from?');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('follows up with a question that names the one before', async () => {
    const ask = jest.fn(async (_request: object) => ({ id: 'next' }));
    show(sampleRun(), { ask });
    const form = within(await screen.findByRole('region', { name: 'Ask a follow-up' }));
    fireEvent.change(form.getByLabelText('Next question'), { target: { value: 'And last month?' } });
    fireEvent.click(form.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(ask.mock.calls[0]?.[0]).toMatchObject({ follows: sampleRun().id }));
  });
});
