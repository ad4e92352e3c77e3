import type { QuestionEvent, RowsPage } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { recordedEvents, sampleId, sampleRun } from '../testing/index.js';
import { describeEarlyRows, describeReplacement, EarlyRows } from './early-rows.js';

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
      'not tested yet, 1 of 1 SQL leads: no rows',
    );
    const many = { ...PAGE, rows: [...PAGE.rows, ...PAGE.rows], truncated: true } as RowsPage;
    expect(describeEarlyRows({ agreeing: 3, of: 4 }, many)).toMatch(/city = Rome, orders = 3; …$/);
    const wide = { ...PAGE, rows: [['x'.repeat(500), 1]] } as RowsPage;
    expect(describeEarlyRows({ agreeing: 3, of: 4 }, wide).length).toBeLessThanOrEqual(160);
  });

  it('are those of the leader, stay while it is judged, and go with the answer', async () => {
    const asked: string[] = [];
    const read = async (candidate: string): Promise<RowsPage> => {
      asked.push(candidate);
      return PAGE;
    };
    const verdict: QuestionEvent = { type: 'verdict-given', ...VERDICT };
    const decided: QuestionEvent = { type: 'case-decided', case: 'A', passRates: [] };
    const ended: QuestionEvent = { type: 'question-finished', status: 'GOLD', case: 'A', level: 'BASIC' };
    const lines = await shown([leader(1), leader(2), verdict, verdict, decided, ended, leader(3)], read);
    expect(asked).toEqual([sampleId(1), sampleId(2)]);
    const words = lines.map((line) => String(line).split(',')[0]);
    expect(words).toEqual(['not tested yet', 'not tested yet', 'being tested', 'null']);
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

describe('an answer with other rows than the early ones', () => {
  const record = sampleRun();
  const among = (cluster: string): Parameters<typeof describeReplacement>[0] => ({
    ...record,
    events: recordedEvents([{ type: 'leader-changed', candidate: sampleId(77), agreeing: 3, of: 4 }]),
    attempts: record.attempts.map((own) => ({
      ...own,
      candidates: [
        ...own.candidates.map((each) => ({ ...each, cluster: 'c1' })),
        ...own.candidates.slice(0, 1).map((each) => ({ ...each, id: sampleId(77), cluster })),
      ],
    })),
  });

  it('says so, unless the same rows led or a person chose it', () => {
    expect(describeReplacement(among('c2'))).toMatch(/^The answer has changed/);
    expect(describeReplacement(among('c1'))).toBeNull();
    expect(describeReplacement({ ...among('c2'), events: [] })).toBeNull();
    const settled = [{}] as unknown as typeof record.settlements;
    expect(describeReplacement({ ...among('c2'), settlements: settled })).toBeNull();
  });
});
