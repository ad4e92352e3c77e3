import { describe, expect, it } from '@jest/globals';
import type { Examination, GeneratorResult, NumberedTest } from '@assay/contracts';
import type { AgentContext, AgentParts, CandidateJudge, Materials } from '@assay/work/service';
import type { DatabaseCalls } from '@assay/work';
import { CandidateValidator } from './candidate-validator.js';
import { GeneratorService } from './generator.service.js';

const CRITICAL: NumberedTest = { id: 't', number: 1, statement: 'It counts.', evidenceCritical: true };
const RESULT = { columns: [], rows: [['Ada']], rowCount: 1, truncated: false, elapsedMs: 1 };

interface Asked {
  retryMessage: string | null;
  schema: string;
  temperature: number;
}

interface Request {
  prompt: Asked;
  temperature: number;
  fromText?: (text: string) => unknown;
}

interface Script {
  sqls: string[];
  words?: { reasoning?: string; refusal?: string };
  /** Said instead of a well-formed answer. */
  prose?: string;
  retryRefusals?: true;
  failsEvidence?: string[];
  candidateRetries?: number;
  adopt?: string;
}

/** SQL with `bad` fails: unknown column. */
function examined(sql: string): Examination {
  const error = { category: 'SCHEMA_ERROR', code: '42703', message: `no column in ${sql}`, position: null, hint: null };
  const failed = sql.includes('bad');
  return { refusal: null, error: failed ? error : null, result: failed ? null : RESULT } as unknown as Examination;
}

async function generated({
  sqls,
  words = {},
  prose,
  retryRefusals,
  failsEvidence = [],
  candidateRetries = 3,
  adopt,
}: Script): Promise<{
  result: GeneratorResult;
  asked: Asked[];
}> {
  const asked: Asked[] = [];
  const tables = [{ schema: null, name: 'customer', columns: [], primaryKey: [], foreignKeys: [] }];
  const materials = {
    context: { dialect: 'postgres', sendRows: true, question: 'How many customers?' },
    schema: { dialect: 'postgres', name: 'shop', tables },
  } as unknown as Materials;
  const parts = {
    materials: {
      of: async () => materials,
      later: async () => materials,
      widened: () => materials,
      schemaForGenerator: ({ ordinal }: { ordinal: number }) => `order ${ordinal}`,
    },
    prompts: { render: (_name: string, variables: Asked) => variables },
    models: {
      ask: async (_context: unknown, { prompt, temperature, fromText }: Request) => {
        const sql = sqls[Math.min(asked.length, sqls.length - 1)] ?? '';
        asked.push({ retryMessage: prompt.retryMessage, schema: prompt.schema, temperature });
        const stated = prose === undefined ? null : (fromText?.(prose) ?? null);
        const completion = { model: 'm' };
        if (prose !== undefined && stated === null) {
          return { status: 'never-in-form', violation: { message: 'no JSON' }, completion, reasks: 2 };
        }
        const value = stated ?? { reasoning: '', sql, ...words };
        return { status: 'answered', value, reading: { parser: stated && 'text' }, completion };
      },
    },
  } as unknown as AgentParts;
  const database = {
    askInTask: async (_context: unknown, { sql }: { sql: string }) => ({ task: 'examination', answer: examined(sql) }),
  } as unknown as DatabaseCalls;
  const judge = {
    judge: async (_context: unknown, { sql }: { sql: string }) => {
      const verdict = failsEvidence.includes(sql) ? 'KO' : 'OK';
      return { byNumber: new Map([[1, { test: 1, verdict, reason: 'it sums' }]]) };
    },
  } as unknown as CandidateJudge;
  const context = {
    task: 'task',
    ordinal: 4,
    run: null,
    input: {
      candidateRetries,
      retryRefusals,
      evidenceCriticalTests: [CRITICAL],
      checkEvidence: true,
      statement: {},
      attempt: 1,
      level: 'BASIC',
    },
    payload: {
      temperature: 0.5,
      seed: 7,
      strategy: 'query-plan',
      ...(adopt !== undefined && { adopt: { sql: adopt, reasoning: 'as before', model: 'earlier' } }),
    },
  } as unknown as AgentContext<'generator'>;
  const service = new GeneratorService(parts, new CandidateValidator(database, judge));
  return { result: await service.generate(context), asked };
}

describe('a generator', () => {
  it('asks with the schema in the order of its ordinal', async () => {
    const { result, asked } = await generated({ sqls: ['SELECT 1'] });
    expect(asked).toEqual([{ retryMessage: null, schema: 'order 4', temperature: 0.5 }]);
    expect(result).toMatchObject({ sql: 'SELECT 1', valid: true, retries: [], lastError: null });
  });

  it('examines the SQL of a continued question without a call, and corrects it with the model if it fails', async () => {
    const { result, asked } = await generated({ sqls: ['SELECT 2'], adopt: 'SELECT 1' });
    expect(asked).toEqual([]);
    expect(result).toMatchObject({ sql: 'SELECT 1', reasoning: 'as before', model: 'earlier', valid: true });
    const failed = await generated({ sqls: ['SELECT 2'], adopt: 'SELECT bad' });
    expect(failed.asked).toHaveLength(1);
    expect(failed.result).toMatchObject({ sql: 'SELECT 2', model: 'm', retries: [{ sql: 'SELECT bad' }] });
  });

  it('ends after candidateRetries retries, invalid, with the last error', async () => {
    const sqls = ['SELECT bad1', 'SELECT bad2', 'SELECT bad3', 'SELECT 1'];
    const { result, asked } = await generated({ sqls, candidateRetries: 2 });
    expect(asked).toHaveLength(3);
    expect(result).toMatchObject({ sql: 'SELECT bad3', valid: false, lastError: 'no column in SELECT bad3' });
    expect(result.retries.map(({ attempt, category, sql }) => [attempt, category, sql])).toEqual([
      [1, 'SCHEMA_ERROR', 'SELECT bad1'],
      [2, 'SCHEMA_ERROR', 'SELECT bad2'],
    ]);
  });

  it('shows each retry the attempt, the earlier errors, the question and the tables', async () => {
    const { result, asked } = await generated({ sqls: ['SELECT bad1', 'SELECT bad2', 'SELECT 1'] });
    expect(result).toMatchObject({ sql: 'SELECT 1', valid: true });
    const [, first = '', second = ''] = asked.map(({ retryMessage }) => retryMessage ?? '');
    expect(first).toContain('(attempt 1, PostgreSQL)');
    expect(second).toContain('(attempt 2, PostgreSQL)');
    for (const text of ['How many customers?', 'customer', 'SELECT bad2', 'no column in SELECT bad1']) {
      expect(second).toContain(text);
    }
  });

  it('names a repeated SQL and raises the temperature', async () => {
    const { asked } = await generated({ sqls: ['SELECT bad1', 'SELECT bad1', 'SELECT 1'] });
    expect(asked.map(({ temperature }) => temperature)).toEqual([0.5, 0.5, 0.7]);
    expect(asked[1]?.retryMessage).not.toContain('the same SQL as before');
    expect(asked[2]?.retryMessage).toContain('the same SQL as before');
  });

  it('stays valid where evidence fails it twice, with the failures on record', async () => {
    const { result, asked } = await generated({ sqls: ['SELECT 1'], failsEvidence: ['SELECT 1'] });
    expect(asked).toHaveLength(2);
    expect(asked[1]?.retryMessage).toContain('It counts.: it sums');
    expect(result).toMatchObject({
      sql: 'SELECT 1',
      valid: true,
      retries: [{ category: 'EVIDENCE_MISMATCH' }],
      evidenceFailures: [{ check: 'It counts.', reason: 'it sums' }],
      lastFailure: null,
    });
  });
});

describe('a refusal', () => {
  const REASON = 'There is no table of employees.';

  it.each([
    ['with its reason in the field', { refusal: REASON }],
    ['with its reason in the reasoning alone', { reasoning: REASON }],
  ])('%s is an answer, and not retried', async (_, words) => {
    const { result, asked } = await generated({ sqls: [''], words });
    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ sql: '', valid: false, refusal: REASON, retries: [] });
    expect(result.notInForm).toBeUndefined();
  });

  it('in prose is an answer that is marked as not in form', async () => {
    const { result, asked } = await generated({ sqls: [''], prose: REASON });
    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ valid: false, refusal: REASON, notInForm: true });
  });

  it.each(['no', 'I would select the customers and count them.', '{"sql": '])('is not what %j says', async (prose) => {
    const { result } = await generated({ sqls: [''], prose });
    expect(result).toMatchObject({ valid: false, notInForm: true });
    expect(result.refusal).toBeUndefined();
  });

  it('without any reason is retried', async () => {
    const { result, asked } = await generated({ sqls: ['', 'SELECT 1'] });
    expect(asked).toHaveLength(2);
    expect(result).toMatchObject({ sql: 'SELECT 1', valid: true });
  });

  it('is retried as a failed validation where the question has it so', async () => {
    const { result, asked } = await generated({
      sqls: [''],
      words: { refusal: REASON },
      retryRefusals: true,
      candidateRetries: 2,
    });
    expect(asked).toHaveLength(3);
    expect(result).toMatchObject({ valid: false, refusal: REASON });
    expect(result.retries.map(({ category }) => category)).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
    const prose = await generated({ sqls: [''], prose: REASON, retryRefusals: true });
    expect(prose.result.refusal).toBeUndefined();
  });
});
