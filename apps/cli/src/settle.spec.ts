import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId, sampleRun } from '@assay/client/testing';
import type { QuestionView } from '@assay/contracts';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const id = sampleId(1);
const [all, some] = [sampleId(21), sampleId(22)];
const point = (
  number: number,
  question: string,
  ...options: [string, string][]
): QuestionView['openPoints'][number] => ({
  id: sampleId(number),
  question,
  options: options.map(([option, meaning], index) => ({ id: option, meaning, reading: index === 0 ? all : some })),
  settled: null,
});
const LISTED = point(31, 'Are customers without an order listed?', ['yes', 'All are listed.'], ['no', 'Some are.']);
const TIES = point(32, 'Do ties all count?', ['all', 'All of them.'], ['no', 'One alone.']);
const reading = (own: string, sql: string, chosen: boolean): QuestionView['readings'][number] => ({
  id: own,
  statement: `As ${sql} has it.`,
  sql,
  share: 0.5,
  posterior: 0.5,
  chosen,
  rowCount: 1,
});

let fake: FakeAssay;
let terminal: FakeTerminal;

beforeAll(async () => {
  fake = await FakeAssay.start();
});
beforeEach(() => {
  terminal = new FakeTerminal({ ASSAY_URL: fake.url });
  fake.requests.splice(0);
});
afterAll(async () => fake.close());

async function settle(points: QuestionView['openPoints'], ...args: string[]): Promise<number> {
  const readings = [reading(all, 'select 1', true), reading(some, 'select 2', false)];
  const view = { ...sampleRun(), openPoints: points, readings };
  const settled = {
    ...view,
    result: { result: 'GOLD', sqlList: [{ sql: 'select 2', failedTests: [] }] },
    readings: readings.map((each) => ({ ...each, chosen: each.id === some })),
  };
  fake.on('GET /v1/questions/:id', { body: view });
  fake.on('POST /v1/questions/:id/settle', { body: settled });
  return runCli(['settle', id, ...args], terminal);
}

const sent = (): unknown[] => fake.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('assay settle', () => {
  it('shows what is open, and changes nothing, without an option', async () => {
    expect(await settle([LISTED])).toBe(0);
    expect(terminal.stdout.text).toContain('Are customers without an order listed?');
    expect(terminal.stdout.text).toContain('● yes: All are listed.');
    expect(terminal.stdout.text).toContain('○ no: Some are.');
    await settle([]);
    expect(terminal.stdout.text).toContain('Nothing is open.');
    expect(sent()).toEqual([]);
  });

  it('settles the point that has the option, and prints what is meant and the SQL', async () => {
    expect(await settle([LISTED], 'no', '--remember')).toBe(0);
    expect(await settle([LISTED], 'no', '--remember', 'Only buyers count.')).toBe(0);
    expect(await settle([LISTED, TIES], 'yes')).toBe(0);
    expect(await settle([LISTED, TIES], 'no', '--point', TIES.id)).toBe(0);
    expect(sent()).toEqual([
      { openPoint: LISTED.id, option: 'no', remember: true },
      { openPoint: LISTED.id, option: 'no', remember: true, sentence: 'Only buyers count.' },
      { openPoint: LISTED.id, option: 'yes' },
      { openPoint: TIES.id, option: 'no' },
    ]);
    expect(terminal.stdout.text).toContain('As select 2 has it.\nselect 2\n');
  });

  it.each([
    ['an option that no point has', [LISTED], ['maybe'], 'There is no option "maybe".'],
    ['an option of several points', [LISTED, TIES], ['no'], 'Several open points have the option "no"'],
    ['a point that is not open', [LISTED], ['no', '--point', sampleId(40)], 'There is no open point'],
  ])('says which options there are for %s', async (_, points, args, why) => {
    expect(await settle(points, ...args)).toBe(1);
    expect(terminal.stderr.text).toContain(why);
    expect(terminal.stderr.text).toContain('yes: All are listed.');
    expect(terminal.stderr.text).toContain('no: Some are.');
    expect(sent()).toEqual([]);
  });

  it('says what to do where nothing is open, and what the server proposes where it refuses', async () => {
    expect(await settle([], 'yes')).toBe(1);
    expect(terminal.stderr.text).toContain('Nothing is open: say in the question what is meant, and ask again.');
    fake.on('POST /v1/questions/:id/settle', {
      status: 409,
      body: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'NOT_OPEN',
        detail: 'No answer fits.',
        nextSteps: [{ action: 'edit-question', message: 'Say what is meant.' }],
      },
    });
    fake.on('GET /v1/questions/:id', { body: { ...sampleRun(), openPoints: [LISTED] } });
    expect(await runCli(['settle', id, 'yes'], terminal)).toBe(1);
    expect(terminal.stderr.text).toContain('No answer fits. (NOT_OPEN)\n→ Say what is meant.');
  });
});
