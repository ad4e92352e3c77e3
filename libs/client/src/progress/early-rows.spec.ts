import type { QuestionEvent, RowsPage } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { recordedEvents, sampleId } from '../testing/index.js';
import { describeEarlyRows, EarlyRows } from './early-rows.js';

const PAGE = {
  columns: [
    { name: 'city', type: 'text' },
    { name: 'orders', type: 'int8' },
  ],
  rows: [
    ['Rome', 3],
    [null, 2],
  ],
  rowCount: 2,
  truncated: false,
} as unknown as RowsPage;
const leader = (candidate: number): QuestionEvent => ({
  type: 'leader-changed',
  candidate: sampleId(candidate),
  agreeing: 3,
  of: 4,
});
const VERDICT = { candidate: sampleId(1), test: sampleId(9), verdict: 'PASS', reason: '', by: 'evaluator' } as const;

async function shown(events: QuestionEvent[], read: (candidate: string) => Promise<RowsPage>): Promise<unknown[]> {
  const lines: unknown[] = [];
  const rows = async (_question: string, { candidate = '' }: { candidate?: string } = {}) => read(candidate);
  const early = new EarlyRows({ rows }, sampleId(0), (line) => lines.push(line));
  for (const event of recordedEvents(events)) {
    early.notice(event);
    // each read ends before the next event
    await new Promise(setImmediate);
  }
  return lines;
}

describe('early rows', () => {
  it('are one line, marked as not tested, with at most three rows', () => {
    expect(describeEarlyRows({ agreeing: 3, of: 4 }, PAGE)).toBe(
      'not tested yet, 3 of 4 SQLs agree: city = Rome, orders = 3; city = NULL, orders = 2',
    );
    expect(describeEarlyRows({ agreeing: 1, of: 1 }, { ...PAGE, rows: [] })).toBe(
      'not tested yet, 1 of 1 SQL agree: no rows',
    );
    const many = { ...PAGE, rows: [...PAGE.rows, ...PAGE.rows], truncated: true } as RowsPage;
    expect(describeEarlyRows({ agreeing: 3, of: 4 }, many)).toMatch(/city = Rome, orders = 3; …$/);
    const wide = { ...PAGE, rows: [['x'.repeat(500), 1]] } as RowsPage;
    expect(describeEarlyRows({ agreeing: 3, of: 4 }, wide).length).toBeLessThanOrEqual(160);
  });

  it('are those of the leader, and gone once something is judged', async () => {
    const asked: string[] = [];
    const read = async (candidate: string): Promise<RowsPage> => {
      asked.push(candidate);
      return PAGE;
    };
    const verdict: QuestionEvent = { type: 'verdict-given', ...VERDICT };
    const lines = await shown([leader(1), leader(2), verdict, leader(3)], read);
    expect(asked).toEqual([sampleId(1), sampleId(2)]);
    expect(lines).toEqual([expect.stringMatching(/^not tested yet/), expect.stringMatching(/^not tested yet/), null]);
  });

  it('are missing where they cannot be read', async () => {
    const read = async (): Promise<RowsPage> => Promise.reject(new Error('away'));
    expect(await shown([leader(1)], read)).toEqual([]);
  });

  it('do not come after the end', async () => {
    let answer: (page: RowsPage) => void = () => undefined;
    const read = async (): Promise<RowsPage> => new Promise((resolve) => (answer = resolve));
    const lines = await shown(
      [leader(1), { type: 'question-finished', status: 'GOLD', case: 'A', level: 'BASIC' }],
      read,
    );
    answer(PAGE);
    await new Promise(setImmediate);
    expect(lines).toEqual([null]);
  });
});
