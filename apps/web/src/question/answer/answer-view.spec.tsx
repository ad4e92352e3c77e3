/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { describeConfidence } from '@assay/client';
import { INTERNAL_WORDS, sampleId, sampleRun } from '@assay/client/testing';
import { stepsAfterError, type EscalationRecord, type RowsPage } from '@assay/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sqlIsDrawn } from '../../testing/render-view.js';
import { ASKED, SHOP } from '../../testing/workspace-fixture.js';
import { AnswerView } from './answer-view.js';
import { FIGURE, showAnswer as show } from '../../testing/show-answer.js';

const LIST = { ...FIGURE, rows: Array.from({ length: 100 }, (_, index) => [index]), truncated: true };

afterEach(() => {
  expect(document.body.textContent).not.toMatch(INTERNAL_WORDS);
  cleanup();
  sessionStorage.clear();
});

describe('an answer', () => {
  it('is a figure where the result is one cell', async () => {
    show(sampleRun());
    expect((await screen.findByText('1,234')).className).toContain('single-value-figure');
  });

  it('shows the SQL that corrected it, and folds the earlier SQL, also without a winner', async () => {
    const run = sampleRun();
    const failed = {
      ...run,
      status: 'FAILED' as const,
      result: { result: 'FAILED' as const, sqlList: [{ sql: 'SELECT 1', failedTests: [] }] },
    };
    for (const record of [run, failed]) {
      const contested = { by: 'low-confidence' as const, message: 'Doubtful.' };
      const openPoints = [{ id: sampleId(5), question: 'Which?', options: [], settled: null }];
      show({ ...record, summary: 'Counts.', contested, openPoints, confidence: 0.47, correctedSql: 'SELECT 2' });
      await screen.findByRole('heading', { name: 'SQL, corrected by a person' });
      await screen.findByText('1,234');
      await sqlIsDrawn();
      screen.getByRole('heading', { name: 'Ask a follow-up' });
      expect(screen.queryByText(/Counts\.|Doubtful\.|Which\?|47/)).toBeNull();
      expect(screen.queryByRole('button', { name: /Like/ })).toBeNull();
      expect(screen.queryByText('The SQL before') === null).toBe(record !== run);
      cleanup();
    }
    show(run);
    await screen.findByRole('heading', { name: 'SQL' });
  });

  it('writes months as months, with the value of the database to point at', async () => {
    const columns = [
      { name: 'month', type: 'timestamptz' },
      { name: 'orders', type: 'int8' },
    ];
    const rows = ['2024-01-01 00:00:00+00', '2024-02-01 00:00:00+00'].map((month, index) => [month, index]);
    show(sampleRun(), { rows: async () => ({ ...FIGURE, columns, rows }) });
    expect((await screen.findByText('Jan 2024')).title).toBe('2024-01-01 00:00:00+00');
    screen.getByText('Feb 2024');
    cleanup();
    // the other pages may hold days
    show(sampleRun(), { rows: async () => ({ ...FIGURE, columns, rows, truncated: true }) });
    expect((await screen.findByText(/Jan 1, 2024/)).title).toBe('2024-01-01 00:00:00+00');
  });

  it('is approved by a person where a gold SQL answered', () => {
    const run = sampleRun({ confidence: 1 });
    const known = run.attempts.map((attempt) => ({ ...attempt, selection: { by: 'known' as const, finalists: [] } }));
    expect(describeConfidence({ ...run, attempts: known })?.words).toBe('Approved by a person');
    expect(describeConfidence(run)?.words).toBe('Very probably right (100 %)');
  });

  it('is followed by a question only where a model answers: it says so before one is typed', async () => {
    show(sampleRun(), {}, SHOP, {}, 'none');
    const asked = within(await screen.findByRole('region', { name: 'Ask a follow-up' }));
    await asked.findByText('No model is configured.');
  });

  it('links to other answers that pass every test, if there is no open point', async () => {
    const run = sampleRun();
    const [first] = run.attempts.flatMap(({ selection }) => selection?.finalists ?? []);
    if (first === undefined) throw new Error('the sample has no finalist');
    const withFinalists = (count: number): EscalationRecord['attempts'] =>
      run.attempts.map(({ selection, ...attempt }) => {
        const finalists = Array.from({ length: count }, () => first);
        return { ...attempt, selection: selection && { ...selection, by: 'judge' as const, finalists } };
      });
    const way = (): HTMLElement | null => screen.queryByRole('link', { name: /^See what the others? returns?$/ });
    show({ ...run, attempts: withFinalists(3) });
    await sqlIsDrawn();
    expect(way()?.getAttribute('href')).toBe(`/questions/${run.id}/candidates`);
    for (const record of [
      { ...run, attempts: withFinalists(1) },
      { ...run, attempts: withFinalists(3), status: 'SILVER' as const },
      {
        ...run,
        attempts: withFinalists(3),
        openPoints: [{ id: sampleId(5), question: 'Which?', options: [], settled: null }],
      },
    ]) {
      cleanup();
      show(record);
      await sqlIsDrawn();
      expect(way()).toBeNull();
    }
  });

  it('shows by what rows are ranked, beside one value or in a last column, and copies without it', async () => {
    const name = { name: 'customer', type: 'text' };
    const by = (values: number[]): RowsPage['measure'] => ({ column: { name: 'count', type: 'int8' }, values });
    const page = { ...FIGURE, columns: [name], rows: [['Ada']], measure: by([1200]) };
    show(sampleRun(), { rows: async () => page });
    expect((await screen.findByText('Ada')).parentElement?.textContent).toBe('customer Ada by count: 1,200');
    cleanup();
    const copied = jest.fn(async (_: string) => undefined);
    Object.assign(navigator, { clipboard: { writeText: copied } });
    show(sampleRun(), { rows: async () => ({ ...page, rows: [['Ada'], ['Bo']], measure: by([1200, 7]) }) });
    await screen.findByRole('columnheader', { name: /^by count/ });
    expect(screen.getByText('1,200')).toBeDefined();
    screen.getByText('The last column is what the rows are ranked by. The SQL does not return it.');
    fireEvent.click(screen.getByRole('button', { name: 'Copy rows' }));
    await waitFor(() => expect(copied).toHaveBeenCalledWith('customer\nAda\nBo'));
  });

  it('continues at the end of a page of any size, and restarts with another reading', async () => {
    const asked: unknown[] = [];
    const rows = async (_: unknown, page: { offset: number }): Promise<typeof LIST> => {
      asked.push(page.offset);
      return { ...LIST, rows: LIST.rows.slice(0, page.offset === 100 ? 20 : 50), truncated: page.offset < 100 };
    };
    const run = sampleRun();
    const { rerender } = show(run, { rows });
    const goesTo = async (button: string, words: RegExp): Promise<void> => {
      fireEvent.click(await screen.findByRole('button', { name: button }));
      await screen.findByText(words);
    };
    await goesTo('Next', /51–100/);
    await goesTo('Next', /101–120/);
    await goesTo('Previous', /51–100/);
    expect(asked).toEqual([0, 50, 100]);
    const reading = {
      openPoint: sampleId(1),
      option: 'left-out',
      reading: 'orders',
      sql: 'SELECT 2',
      remembered: false,
    };
    const settlements = [{ ...reading, id: sampleId(2), createdAt: '2026-01-02T10:00:00.000Z' }];
    rerender(<AnswerView record={{ ...run, settlements }} />);
    await screen.findByText(/rows 1–50/);
  });

  it('shows the total of rows as of the answer', async () => {
    const run = sampleRun();
    const attempts = run.attempts.map((attempt) => ({
      ...attempt,
      candidates: attempt.candidates.map((candidate) =>
        candidate.id === attempt.winner
          ? {
              ...candidate,
              execution: { ...FIGURE, rowCount: 5000, rows: [], elapsedMs: 1, error: null, truncated: false },
            }
          : candidate,
      ),
    }));
    show({ ...run, attempts }, { rows: async () => LIST });
    await screen.findByText('rows 1–100 of 5,000 when it was answered');
  });

  it('copies all rows where only a page of them is here', async () => {
    const write = jest.fn(async (_items: unknown[]) => undefined);
    const taken: Promise<Blob>[] = [];
    class ClipboardItem {
      constructor(parts: Record<string, Promise<Blob>>) {
        taken.push(...Object.values(parts));
      }
    }
    Object.assign(globalThis, { ClipboardItem, Response: TextResponse });
    Object.assign(navigator, { clipboard: { write } });
    const csv = async (): Promise<object> => ({ truncated: false, text: 'name,n\r\n"a, b",1\r\nc,2\r\n' });
    show(sampleRun(), { rows: async () => LIST, csv });
    fireEvent.click(await screen.findByRole('button', { name: 'Copy all rows' }));
    await waitFor(() => expect(write).toHaveBeenCalledTimes(1));
    expect(await textOf(await taken[0])).toBe('name\tn\na, b\t1\nc\t2');
  });

  it('says that a file of rows ends at the export limit', async () => {
    Object.assign(globalThis, { Response: TextResponse });
    Object.assign(URL, { createObjectURL: () => 'blob:rows', revokeObjectURL: () => undefined });
    // jsdom does not navigate
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    show(sampleRun(), { csv: async () => ({ truncated: true, text: 'orders\r\n1\r\n' }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Download all rows (CSV)' }));
    expect((await screen.findByText(/there are more rows/)).textContent).toMatch(/^The file ends at the export limit/);
  });

  it('is described in words before its SQL', async () => {
    show(sampleRun({ summary: 'Counts the orders of this month.' }));
    const summary = await screen.findByText('Counts the orders of this month.');
    const sql = screen.getByRole('heading', { name: 'SQL' });
    expect(summary.compareDocumentPosition(sql) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  it('says what speaks against it where it is contested, and nothing of the kind where it is not', async () => {
    const message = 'It passes every test, but all checks together give it a chance of only 52 % to be right.';
    show(sampleRun({ contested: { by: 'low-confidence', message } }));
    const stated = (await screen.findByText('Contested.')).closest('p');
    expect([stated?.textContent, stated?.className.includes('contested')]).toEqual([`Contested. ${message}`, true]);
    cleanup();
    show(sampleRun());
    await screen.findByText('1,234');
    expect(screen.queryByText('Contested.')).toBeNull();
  });

  it('can be changed and asked again, with what it was asked with', async () => {
    const ask = jest.fn(async (_request: unknown) => ({ id: 'new' }));
    const { addresses } = show(sampleRun(), { ask });
    fireEvent.click(await screen.findByRole('button', { name: 'Change and ask again' }));
    const form = within(await screen.findByRole('region', { name: 'Change it and ask again' }));
    const evidence = form.getByLabelText('Evidence');
    expect((evidence as HTMLTextAreaElement).value).toBe('a month is a calendar month');
    fireEvent.change(evidence, { target: { value: 'a month is four weeks' } });
    fireEvent.change(form.getByLabelText('Models to begin with'), { target: { value: 'EXPERT' } });
    fireEvent.change(form.getByLabelText('Effort'), { target: { value: 'exhaustive' } });
    fireEvent.click(form.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(addresses).toContain(`/questions/new?after=${sampleRun().id}`));
    const { workspace, question } = ASKED;
    expect(ask.mock.calls[0]?.[0]).toEqual({
      ...{ workspace, question, level: 'EXPERT', evidence: ['a month is four weeks'] },
      settings: { effort: 'exhaustive' },
    });
  });
});

describe('a question without an answer', () => {
  it('says in their own words why generators gave no SQL', async () => {
    const refusals = ['The database has no weather.'];
    show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] }, refusals }));
    const region = within(await screen.findByRole('region', { name: 'Why no SQL was given' }));
    region.getByText('The database has no weather.');
    screen.getByText(/No SQL was given at all/);
  });

  it('lists a SQL that several levels came to once, with all that it failed', async () => {
    const failing = (test: string): { sql: string; failedTests: { test: string; reason: string }[] } => ({
      sql: 'select 1',
      failedTests: [{ test, reason: `Not ${test}.` }],
    });
    const sqlList = [
      failing('of this month'),
      { ...failing('of this month'), sql: 'select 2' },
      failing('all counted'),
    ];
    show(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList } }));
    await sqlIsDrawn();
    const summaries = screen.getAllByText(/^SQL \d of 2/);
    expect(summaries.map(({ textContent }) => textContent)).toEqual([
      'SQL 1 of 2: not judged, 2 failed',
      'SQL 2 of 2: not judged, 1 failed',
    ]);
    screen.getByText(/^These 2 SQLs were discarded/);
  });

  it('points to no work and no calls where there were none', async () => {
    const error = { code: 'MODEL_NOT_CONFIGURED', message: 'No model is configured.' };
    const nextSteps = [{ action: 'check-model' as const, message: 'Any endpoint will do.' }];
    show(sampleRun({ status: 'ERROR', result: null, error, attempts: [], calls: [], nextSteps }));
    await screen.findByText('Any endpoint will do.');
    expect(screen.queryByRole('link', { name: 'See the model calls' })).toBeNull();
    expect(screen.queryByRole('button', { name: /ask again/i })).toBeNull();
    expect(screen.queryByText(/The results so far/)).toBeNull();
  });

  it('offers to change and ask again after an error too', async () => {
    const error = { code: 'MODEL_SERVER_ERROR', message: 'The endpoint answers 500.' };
    show(sampleRun({ status: 'ERROR', result: null, error, nextSteps: stepsAfterError(error) }));
    await screen.findByRole('button', { name: 'Change and ask again' });
    screen.getByText(/The endpoint of the model does not answer/);
  });
});

class TextResponse {
  constructor(private readonly body: string) {}

  async text(): Promise<string> {
    return this.body;
  }

  async blob(): Promise<Blob> {
    return new Blob([this.body]);
  }
}

function textOf(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    if (blob === undefined) return reject(new Error('nothing was copied'));
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
}
