import { afterAll, describe, expect, it } from '@jest/globals';
import { HOSTILE_DUCKDB, HOSTILE_POSTGRES, HOSTILE_SQLITE, inFrames } from '@assay/behaviour-engines/testing';
import type { DatabaseSchema, Examination, ProbeInput, ProbePayload, ProbeResult } from '@assay/contracts';
import type { Logger } from '@assay/runtime';
import type { TaskContext, TaskRuntime } from '@assay/work';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScratchEngines } from './engines/scratch-engines.js';
import { ProberService } from './prober.service.js';

const HARMLESS = ['select id from notes where id > 1', 'select id from notes where id >= 1'];
const LONG_TIMEOUT = 60;
const HOSTILE = 60;
const EACH = 10;
/** Of the candidates that the suites of the engines run: two frames of each text. */
const SHARE = 5;
/** Limit next to hostile suites, which take a processor but no engine of others. */
const mayTake = (aloneMs: number): number => 2 * aloneMs + 75;

type Hosted = 'postgres' | 'sqlite' | 'duckdb';

const SCHEMAS: Record<Hosted, string | null> = { postgres: 'public', sqlite: null, duckdb: 'main' };

function schemaOf(dialect: Hosted): DatabaseSchema {
  const id = { name: 'id', type: 'integer', nullable: false, description: null, examples: [] };
  const table = { kind: 'table', description: null, rowEstimate: null, columns: [id], primaryKey: [], foreignKeys: [] };
  return {
    dialect,
    name: 'shop',
    tables: [{ schema: SCHEMAS[dialect], name: 'notes', ...table } as DatabaseSchema['tables'][number]],
  };
}

class ProbedQuestion {
  constructor(
    private readonly engines: ScratchEngines,
    private readonly dialect: Hosted,
  ) {}

  probe(sqls: readonly string[], seconds: number): Promise<ProbeResult> {
    const context = { dialect: this.dialect, schema: 'schema', seed: 7, sendRows: true };
    const result = { columns: [], rows: [], rowCount: 0, truncated: false, elapsedMs: 1 };
    const work = {
      blocks: {
        json: async (_workspace: string, hash: string) => (hash === 'schema' ? schemaOf(this.dialect) : context),
      },
      answers: { get: async (index: string) => ({ sql: sqls[Number(index)], result }) as unknown as Examination },
    };
    const logger = { warn: () => undefined } as unknown as Logger;
    const service = new ProberService(work as unknown as TaskRuntime, this.engines, logger);
    const texts = sqls.map((sql, index) => ({
      candidate: `c${index}`,
      canonical: sql,
      votes: 1,
      examination: String(index),
    }));
    const payload: ProbePayload = { texts, earlier: [], suite: [] };
    const guard = { allowFunctions: [], allowExtensions: [], allowSystemCatalogs: true };
    const input = { context: 'context', attempt: 1, instances: 12, seconds, guard } as unknown as ProbeInput;
    const signal = new AbortController().signal;
    return service.probe({ workspace: 'w', input, payload, signal } as unknown as TaskContext<
      ProbeInput,
      ProbePayload
    >);
  }
}

/** Including the wait. */
async function harmlessMs(question: ProbedQuestion): Promise<number> {
  const startedAt = performance.now();
  const result = await question.probe(HARMLESS, LONG_TIMEOUT);
  expect(result.unavailable).toBeNull();
  expect(result.classes).toHaveLength(2);
  return performance.now() - startedAt;
}

/** Of the fastest nine tenths. */
function meanOf(values: readonly number[]): number {
  const counted = values.toSorted((one, other) => one - other).slice(0, Math.floor(values.length * 0.9));
  return counted.reduce((sum, value) => sum + value, 0) / counted.length;
}

describe.each([
  ['postgres', HOSTILE_POSTGRES],
  ['sqlite', HOSTILE_SQLITE],
  ['duckdb', HOSTILE_DUCKDB],
] as const)('hostile candidates in %s', (dialect, texts) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  const file = join(folder, 'file');
  writeFileSync(file, 'a secret of ours');
  const engines = new ScratchEngines({ scratch: { mariadb: null, mysql: null }, chdb: null });
  afterAll(async () => {
    await engines.onApplicationShutdown();
    rmSync(folder, { recursive: true });
  });

  const [alone, beside]: [number[], number[]] = [[], []];
  let unobserved = 0;

  it.each(Array.from({ length: HOSTILE / EACH }, (_, batch) => EACH * batch))(
    'take nothing out and end no process, from number %i',
    async (from) => {
      const question = new ProbedQuestion(engines, dialect);
      const framed = texts.flatMap((text, at) => inFrames([text]).filter((_, frame) => (frame + at) % SHARE === 0));
      const candidates = framed.map((text) => text.replaceAll('FILE', file));
      expect(candidates).toHaveLength(HOSTILE);
      if (from === 0) await harmlessMs(question);
      // alternating, so that load affects both
      alone.push(await harmlessMs(question));
      let isOver = false;
      const neighbours = (async () => {
        do beside.push(await harmlessMs(question));
        while (!isOver);
      })();
      const result = await question.probe([...HARMLESS, ...candidates.slice(from, from + EACH)], 2);
      isOver = true;
      await neighbours;
      // the pair is distinguished unless time ran out
      if (result.cutShort !== true) expect(result.classes.length).toBeGreaterThanOrEqual(2);
      unobserved += result.unobserved.length;
      expect(result.unavailable).toBeNull();
      expect(JSON.stringify(result)).not.toContain('a secret of ours');
      expect(readFileSync(file, 'utf8')).toBe('a secret of ours');
      expect(existsSync(`${file}.made`)).toBe(false);
    },
  );

  it('leave the suites of others alone', () => {
    const [without, among] = [meanOf(alone), meanOf(beside)].map(Math.round) as [number, number];
    console.info(`${dialect}: a suite takes ${without} ms alone, ${among} ms beside hostile ones`);
    expect(among).toBeLessThan(mayTake(without));
    expect(unobserved).toBeGreaterThan(0);
  });
});
