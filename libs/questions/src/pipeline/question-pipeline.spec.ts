import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS } from '@assay/contracts';
import type { Database, Queryable, Statement } from '@assay/persistence';
import { QuestionPipeline } from './question-pipeline.js';

const RUN = '01a00000-0000-7000-8000-000000000000';

/** The next step is its end. */
const cancelled = {
  id: RUN,
  status: 'RUNNING',
  revision: 7,
  seed: 1,
  cancelRequested: true,
  createdAt: new Date(0),
  now: new Date(1000),
  deadlineAt: new Date(600_000),
  wakeAt: null,
  question: 'How many?',
  evidence: [],
  definitions: [],
  models: {},
  judges: [],
  follows: null,
  requestedLevel: 'BASIC',
  settings: DEFAULT_SETTINGS,
  context: 'c',
  usesOlderSchema: false,
  workspace: 'w',
  dialect: 'postgres',
  directives: null,
  workspaceEvidence: [],
  schemaHash: 's',
  openTasks: 0,
  attempts: [],
  stages: [],
};

/** The run moves on unless locked. */
class RestlessRecord {
  readonly statements: string[] = [];
  private held = false;

  constructor(
    private readonly row: object | null = cancelled,
    private readonly settlesAfter = Infinity,
  ) {}

  get database(): Database {
    const query: Queryable['query'] = <Row extends object>({ name }: Statement) => {
      this.statements.push(name);
      return Promise.resolve(this.answer(name) as Row[]);
    };
    const transaction = async <Result>(work: (connection: Queryable) => Promise<Result>): Promise<Result> => {
      this.statements.push('begin');
      const result = await work({ query });
      this.statements.push('commit');
      return result;
    };
    return { query, transaction } as unknown as Database;
  }

  private answer(name: string): object[] {
    if (name === 'lock_run') this.held = true;
    if (name === 'load_question') return this.row === null ? [] : [this.row];
    if (name !== 'apply_question') return [];
    const tries = this.statements.filter((statement) => statement === name).length;
    return [{ applied: this.held || tries > this.settlesAfter }];
  }
}

describe('the step of a question', () => {
  it('is written at once where nothing moves', async () => {
    const record = new RestlessRecord(cancelled, 0);
    const step = await new QuestionPipeline().advance(record.database, RUN);
    expect(step).toMatchObject({ run: { id: RUN, revision: 7 }, written: [{ finish: { status: 'CANCELLED' } }] });
    expect(record.statements).not.toContain('begin');
    expect(record.statements.filter((name) => name === 'load_question')).toHaveLength(1);
  });

  it('is decided again where the run has moved on', async () => {
    const record = new RestlessRecord(cancelled, 1);
    expect(await new QuestionPipeline().advance(record.database, RUN)).toMatchObject({ written: [{}] });
    expect(record.statements.filter((name) => name === 'load_question')).toHaveLength(2);
    expect(record.statements).not.toContain('begin');
  });

  it('holds a run still that moves on again and again', async () => {
    const record = new RestlessRecord();
    const step = await new QuestionPipeline().advance(record.database, RUN);
    expect(step).toMatchObject({ written: [{ finish: { status: 'CANCELLED' } }] });
    const tries = record.statements.slice(0, record.statements.indexOf('begin'));
    expect(tries.filter((name) => name === 'apply_question')).toHaveLength(2);
    expect(record.statements.slice(tries.length).filter((name) => name !== 'read_spending')).toEqual([
      'begin',
      'lock_run',
      'load_question',
      'apply_question',
      'commit',
    ]);
  });

  it.each([
    ['has ended', { ...cancelled, status: 'GOLD' }],
    ['is gone', null],
  ])('is none where the question %s', async (_what, row) => {
    const record = new RestlessRecord(row);
    expect(await new QuestionPipeline().advance(record.database, RUN)).toBe('over');
    expect(record.statements).toEqual(['load_question']);
  });
});
