import { describe, expect, it } from '@jest/globals';
import { PermanentError, type Examination, type GeneratorInput, type NumberedTest } from '@assay/contracts';
import type { CandidateJudge, JudgedEntry, Judgements, Materials } from '@assay/work/service';
import type { DatabaseCalls, TaskContext } from '@assay/work';
import { CandidateValidator, type CandidateFailure } from './candidate-validator.js';

const SQL = 'SELECT name FROM customer';
const ROWS = { columns: [], rows: [['Ada']], rowCount: 1, truncated: false, elapsedMs: 1 };
const CRITICAL: NumberedTest = { id: 't', number: 1, statement: 'It counts.', evidenceCritical: true };

/** Everything from this step on fails. */
function examined(fails: 'guard' | 'execution' | 'nothing'): Examination {
  const refusal = { rule: 'read-only', message: 'It writes.' };
  const error = { category: 'SCHEMA_ERROR', code: '42703', message: 'no such column', position: null, hint: null };
  if (fails === 'guard') return { refusal, error, result: null } as unknown as Examination;
  return { refusal: null, error: fails === 'execution' ? error : null, result: ROWS } as unknown as Examination;
}

interface Faults {
  answer?: { sql: string; refusal?: string };
  examination: Examination;
  empty?: boolean;
  /** Empty results count as errors. */
  strict?: boolean;
  judged?: 'KO' | 'OK' | 'prose' | 'refused';
  /** Unset with weighed verdicts. */
  checkEvidence?: boolean;
}

async function validated(
  faults: Faults,
): Promise<{ failure: CandidateFailure | null; asked: string[]; keys: string[] }> {
  const asked: string[] = [];
  const keys: string[] = [];
  const { examination, empty = false, strict = true, judged = 'OK', checkEvidence = true } = faults;
  const result = examination.result && empty ? { ...examination.result, rows: [], rowCount: 0 } : examination.result;
  const database = {
    askInTask: async (_context: unknown, _request: unknown, key: string) => {
      keys.push(key);
      asked.push('examine');
      return { task: 'examination', answer: { ...examination, result } };
    },
  };
  const judge = {
    judge: async (): Promise<Judgements<JudgedEntry>> => {
      asked.push('judge');
      if (judged === 'prose') throw new PermanentError('ANSWER_NOT_IN_FORM', 'It talked.');
      if (judged === 'refused') throw new PermanentError('MODEL_REQUEST_REFUSED', 'Filtered.');
      const byNumber = new Map([[1, { test: 1, verdict: judged, reason: 'it sums' }]]);
      return { reasoning: '', byNumber, missing: [], extra: [], contradicting: [], reasks: 0 };
    },
  };
  const validator = new CandidateValidator(database as unknown as DatabaseCalls, judge as unknown as CandidateJudge);
  const input = {
    treatEmptyResultAsError: strict,
    evidenceCriticalTests: [CRITICAL],
    statement: {},
    attempt: 1,
    checkEvidence,
  };
  const context = { task: 'task', run: null, input } as unknown as TaskContext<GeneratorInput>;
  const materials = { context: { dialect: 'postgres', sendRows: true } } as unknown as Materials;
  const answer = { reasoning: '', sql: SQL, ...faults.answer };
  return { failure: (await validator.validate(context, materials, answer)).failure, asked, keys };
}

describe('the validator', () => {
  const worst = { empty: true, judged: 'KO' } as const;

  it.each([
    [
      'a refusal',
      { ...worst, answer: { sql: SQL, refusal: 'No.' }, examination: examined('guard') },
      'VALIDATION_FAILED',
      [],
    ],
    ['the guard', { ...worst, examination: examined('guard') }, 'VALIDATION_FAILED', ['examine']],
    ['the execution', { ...worst, examination: examined('execution') }, 'SCHEMA_ERROR', ['examine']],
    ['an empty result', { ...worst, examination: examined('nothing') }, 'EMPTY_RESULT', ['examine']],
    ['the evidence', { judged: 'KO', examination: examined('nothing') }, 'EVIDENCE_MISMATCH', ['examine', 'judge']],
  ] as const)('reports %s before any later fault', async (_step, faults, category, steps) => {
    const { failure, asked } = await validated(faults);
    expect(failure?.category).toBe(category);
    expect(asked).toEqual(steps);
  });

  it('finds nothing wrong where all hold', async () => {
    expect((await validated({ examination: examined('nothing') })).failure).toBeNull();
  });

  it('takes an empty result where it is no error', async () => {
    const empty = { empty: true, examination: examined('nothing') };
    expect((await validated({ ...empty, strict: true })).failure?.category).toBe('EMPTY_RESULT');
    expect((await validated({ ...empty, strict: false })).failure).toBeNull();
  });

  it.each(['prose', 'refused'] as const)(
    'lets a candidate pass whose evidence judge was no help: %s',
    async (judged) => {
      expect((await validated({ judged, examination: examined('nothing') })).failure).toBeNull();
    },
  );

  it('asks no judge about evidence where those of its class check it', async () => {
    const { failure, asked } = await validated({
      judged: 'KO',
      examination: examined('nothing'),
      checkEvidence: false,
    });
    expect(failure).toBeNull();
    expect(asked).toEqual(['examine']);
  });

  it('shares an execution between equal SQLs with the same names alone, whose columns judges see', async () => {
    const keyOf = async (sql: string): Promise<string | undefined> =>
      (await validated({ examination: examined('nothing'), answer: { sql } })).keys[0];
    const first = await keyOf('SELECT avg(age) AS mean FROM customer');
    expect(await keyOf('select AVG(age) as mean\nfrom customer')).toBe(first);
    expect(await keyOf('SELECT avg(c.age) mean FROM customer c')).toBe(first);
    expect(await keyOf('SELECT avg(age) AS average FROM customer')).not.toBe(first);
    expect(await keyOf('SELECT avg(age) average FROM customer')).not.toBe(first);
    expect(await keyOf('SELECT avg(age) FROM customer')).not.toBe(first);
  });
});
