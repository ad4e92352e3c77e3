import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDLESS, endlessStatements } from './harness/endless-statements.js';
import type { AgentCall } from './harness/prompt-view.js';
import { GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const ONE = { sqlCandidates: 1, testBatches: 1 };
const EVIDENCE = ['A customer counts only when a city is known.'];
const CRITICAL = 'Only customers with a city are counted.';
const WITH_CITY = 'SELECT count(city) AS customers FROM customer';
const by = (calls: readonly AgentCall[], agent: string): AgentCall[] => calls.filter((call) => call.agent === agent);

/** By what they try. */
const HOSTILE: [string, string][] = [
  ['a delete', 'DELETE FROM purchase'],
  ['an insert', "INSERT INTO customer VALUES (99, 'Eve', 'Roma', '2025-01-01')"],
  ['a drop', 'DROP TABLE purchase'],
  ['a second statement', 'SELECT 1; DELETE FROM purchase'],
  ['a second statement after a comment', 'SELECT 1 /* ; */ ; DROP TABLE purchase --'],
  ['a writing common table expression', 'WITH gone AS (DELETE FROM purchase RETURNING *) SELECT * FROM gone'],
  ['select into', 'SELECT * INTO stolen FROM customer'],
  ['create table as', 'CREATE TABLE stolen AS SELECT * FROM customer'],
  ['copy to a program', "COPY customer TO PROGRAM 'touch /tmp/assay-was-here'"],
  ['reading a file', "SELECT pg_read_file('/etc/passwd')"],
  ['listing a folder', "SELECT pg_ls_dir('/')"],
  ['ending other connections', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity'],
  ['sleeping', 'SELECT pg_sleep(30)'],
  ['a setting', "SELECT set_config('default_transaction_read_only', 'off', false)"],
  ['an advisory lock', 'SELECT pg_advisory_lock(1)'],
  ['leaving the transaction', 'COMMIT; DROP TABLE purchase'],
  ['read write', 'SET TRANSACTION READ WRITE'],
  ['a lock on rows', 'SELECT * FROM customer FOR UPDATE'],
  ['a large object', "SELECT lo_import('/etc/passwd')"],
  ['a block of code', 'DO $$ BEGIN DELETE FROM purchase; END $$'],
  ['explain analyze of a write', 'EXPLAIN ANALYZE DELETE FROM purchase'],
  ['a sequence', "SELECT setval('pg_catalog.x', 1)"],
  ['a query in a string', "SELECT query_to_xml('DELETE FROM purchase', true, true, '')"],
];

describe('candidates', () => {
  let world: World;
  /** A superuser: only the guard protects. */
  let privileged: string;
  beforeAll(async () => {
    world = await shareWorld();
    const database = { dialect: 'postgres', url: world.target.ownerUrl, acceptPrivileged: true };
    privileged = await world.createWorkspace({ database });
  });
  afterAll(() => world?.end());

  describe('that are hostile', () => {
    it('are refused, each with a report, and leave the database untouched', async () => {
      const statements = HOSTILE.map(([, sql]) => sql);
      const { record } = await world.play(
        { sql: ({ turn, job }) => (turn === 0 ? (statements[job] ?? '') : GOOD_SQL) },
        { workspace: privileged, settings: { ...ONE, sqlCandidates: statements.length } },
      );
      expect(record.status).toBe('GOLD');
      const first = record.attempts[0]?.candidates.map(({ retries }) => retries[0]) ?? [];
      expect(first.map((retry) => retry?.sql).toSorted()).toEqual(statements.toSorted());
      const refusals = ['VALIDATION_FAILED', 'SYNTAX_ERROR'];
      expect(first.filter((retry) => !refusals.includes(retry?.category ?? ''))).toEqual([]);
      const counts = await world.target.query(
        'select (select count(*)::int from customer) as customers, (select count(*)::int from purchase) as purchases',
      );
      expect(counts).toEqual([{ customers: 5, purchases: 6 }]);
      const tables = await world.target.query<{ name: string }>(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
      );
      expect(tables.map(({ name }) => name)).toEqual(['customer', 'purchase']);
    });

    it('and that no timeout would end are refused before they run', async () => {
      const statements = endlessStatements('postgres');
      expect(statements).toHaveLength(ENDLESS.postgres.length);
      const { record } = await world.play(
        { sql: ({ turn, job }) => (turn === 0 ? (statements[job] ?? '') : GOOD_SQL) },
        { workspace: privileged, settings: { ...ONE, sqlCandidates: statements.length } },
      );
      expect(record.status).toBe('GOLD');
      const first = record.attempts[0]?.candidates.map(({ retries }) => retries[0]) ?? [];
      expect(first.map((retry) => retry?.sql).toSorted()).toEqual(statements.toSorted());
      for (const retry of first) {
        expect(retry).toMatchObject({ category: 'VALIDATION_FAILED' });
        expect(retry?.message).toMatch(
          /The (function|operator) .* (would make more than|would hold too many|is slow on)/,
        );
      }
    });

    it('that is all there is means no SQL, and FAILED with the refusal', async () => {
      const { record } = await world.play(
        { sql: () => 'DROP TABLE purchase' },
        { workspace: privileged, settings: { ...ONE, candidateRetries: 0, maxLevel: 'BASIC' } },
      );
      expect(record).toMatchObject({ status: 'FAILED', case: null });
      expect(record.result?.sqlList).toMatchObject([
        { sql: 'DROP TABLE purchase', failedTests: [{ test: 'valid SQL' }] },
      ]);
    });
  });

  describe('that fail', () => {
    it('get the nearest real name, and retry', async () => {
      const { record, calls } = await world.play(
        { sql: ({ turn }) => (turn === 0 ? 'SELECT sum(p.ammount) FROM purchase p' : GOOD_SQL) },
        { settings: ONE },
      );
      expect(record.status).toBe('GOLD');
      const report = by(calls, 'generator')[1]?.report ?? '';
      expect(report).toContain('ammount');
      expect(report).toMatch(/did you mean[^\n]*amount/i);
      expect(report).toContain('PostgreSQL');
      expect(report).toContain('SELECT sum(p.ammount) FROM purchase p');
      expect(record.attempts[0]?.candidates[0]?.retries).toMatchObject([{ attempt: 1, category: 'SCHEMA_ERROR' }]);
    });

    it('name the nearest table as well', async () => {
      const { calls } = await world.play(
        { sql: ({ turn }) => (turn === 0 ? 'SELECT count(*) FROM custmer' : GOOD_SQL) },
        { settings: ONE },
      );
      expect(by(calls, 'generator')[1]?.report).toMatch(/did you mean[^\n]*customer/i);
    });

    it('are asked candidateRetries times more, with guidance that grows', async () => {
      const { record, calls } = await world.play(
        { sql: ({ turn }) => `SELECT missing_${turn} FROM customer` },
        { settings: { ...ONE, candidateRetries: 3, maxLevel: 'BASIC' } },
      );
      const asked = by(calls, 'generator');
      expect(asked).toHaveLength(4);
      const [candidate] = record.attempts[0]?.candidates ?? [];
      expect(candidate?.valid).toBe(false);
      expect(candidate?.sql).toBe('SELECT missing_3 FROM customer');
      expect(candidate?.retries.length).toBeGreaterThanOrEqual(3);
      const reports = asked.slice(1).map(({ report }) => report ?? '');
      expect(new Set(reports).size).toBe(3);
      expect(reports[2]).toContain('missing_0');
      expect(reports[2]?.length).toBeGreaterThan(reports[0]?.length ?? 0);
    });

    it('repeating the same SQL are warned, and retried at another temperature', async () => {
      const { calls } = await world.play(
        { sql: ({ turn }) => (turn < 2 ? 'SELECT nothing FROM customer' : GOOD_SQL) },
        { settings: ONE },
      );
      const [first, second, third] = by(calls, 'generator');
      expect(third?.report).toMatch(/same/i);
      expect(new Set([first?.temperature, second?.temperature, third?.temperature]).size).toBeGreaterThan(1);
    });

    it('by a refusal are asked again', async () => {
      const { record } = await world.play(
        {
          sql: ({ turn }) => (turn === 0 ? { reasoning: 'hm', sql: '', refusal: 'There is no such table.' } : GOOD_SQL),
        },
        { settings: ONE },
      );
      expect(record.attempts[0]?.candidates[0]?.retries).toMatchObject([{ category: 'VALIDATION_FAILED', sql: '' }]);
      expect(record.status).toBe('GOLD');
    });

    it('by an empty result do so only where that is an error', async () => {
      const nobody = "SELECT name FROM customer WHERE city = 'Atlantis'";
      const sql = ({ turn }: AgentCall): string => (turn === 0 ? nobody : GOOD_SQL);
      const lenient = await world.play({ sql }, { settings: ONE });
      expect(lenient.record.result?.sqlList[0]?.sql).toBe(nobody);
      const strict = await world.play({ sql }, { settings: { ...ONE, treatEmptyResultAsError: true } });
      expect(strict.record.attempts[0]?.candidates[0]?.retries).toMatchObject([{ category: 'EMPTY_RESULT' }]);
      expect(strict.record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
    });

    it('by taking too long do so by their own fault', async () => {
      const slow =
        'SELECT count(*) FROM generate_series(1, 3000) a, generate_series(1, 3000) b, generate_series(1, 300) c';
      const { record } = await world.play(
        { sql: ({ turn }) => (turn === 0 ? slow : GOOD_SQL) },
        { settings: { ...ONE, statementTimeoutMs: 1000 } },
      );
      expect(record.status).toBe('GOLD');
      // a suspended machine may retry the good one
      expect(record.attempts[0]?.candidates[0]?.retries[0]).toMatchObject({ category: 'EXECUTION_ERROR', sql: slow });
    });
  });

  it('are executed once, with their rows capped', async () => {
    const { record } = await world.play(
      { sql: () => 'SELECT id, name FROM customer ORDER BY id' },
      { settings: { sqlCandidates: 3, maxRows: 2 } },
    );
    const distinct = record.attempts[0]?.candidates.filter(({ duplicateOf }) => duplicateOf === null) ?? [];
    expect(distinct).toHaveLength(1);
    expect(distinct[0]?.execution).toMatchObject({
      columns: [{ name: 'id' }, { name: 'name' }],
      rowCount: 2,
      rows: [
        [1, 'Ada'],
        [2, 'Bruno'],
      ],
      truncated: true,
    });
  });

  describe('where there is evidence', () => {
    it('are generated after the precomputed tests, and see them', async () => {
      const { calls } = await world.play(
        { sql: () => WITH_CITY, tests: () => [`!${CRITICAL}`, 'One number.'] },
        { evidence: EVIDENCE },
      );
      const precomputed = by(calls, 'test-generator').filter(({ candidates }) => candidates.length === 0);
      const generated = by(calls, 'generator');
      const last = Math.max(...precomputed.map(({ call }) => call.index));
      expect(Math.min(...generated.map(({ call }) => call.index))).toBeGreaterThan(last);
      for (const call of generated) expect(call.tests).toMatchObject([{ number: 1, statement: CRITICAL }]);
    });

    it('are generated beside the tests where there is none', async () => {
      const { record } = await world.play();
      const started = record.events.filter((event) => event.type === 'stage-started').map((event) => event.stage);
      const finished = record.events.findIndex(
        (event) => event.type === 'stage-finished' && event.stage === 'precompute-tests',
      );
      const began = record.events.findIndex((event) => event.type === 'stage-started' && event.stage === 'generate');
      expect(started).toContain('generate');
      expect(began).toBeLessThan(finished);
    });

    it('are sent back once by an evidence-critical KO', async () => {
      const { record, calls } = await world.play(
        {
          sql: ({ turn }) => (turn === 0 ? GOOD_SQL : WITH_CITY),
          tests: () => [`!${CRITICAL}`, 'One number.'],
          judge: (sql, statement) => (sql === GOOD_SQL && statement === CRITICAL ? 'counts those without, too' : null),
        },
        { evidence: EVIDENCE, settings: ONE },
      );
      expect(record).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: WITH_CITY }] } });
      const [candidate] = record.attempts[0]?.candidates ?? [];
      expect(candidate?.retries).toMatchObject([{ category: 'EVIDENCE_MISMATCH', sql: GOOD_SQL }]);
      const report = by(calls, 'generator')[1]?.report ?? '';
      expect(report).toContain(CRITICAL);
      expect(report).toContain('counts those without, too');
      const check = by(calls, 'evaluator')[0];
      expect(check?.tests.map(({ statement }) => statement)).toEqual([CRITICAL]);
      expect(check?.temperature).toBe(0.2);
    });

    it('stay valid where they fail one twice, which the evaluator judges without that verdict', async () => {
      const { record, calls } = await world.play(
        {
          tests: () => [`!${CRITICAL}`, 'One number.'],
          any: ({ agent, tests }) =>
            agent === 'evaluator' && tests.length === 1
              ? { reasoning: 'no', verdicts: [{ test: 1, verdict: 'KO', reason: 'counts those without, too' }] }
              : undefined,
        },
        { evidence: EVIDENCE, settings: ONE },
      );
      expect(record).toMatchObject({ status: 'GOLD', level: 'BASIC', result: { sqlList: [{ sql: GOOD_SQL }] } });
      const [candidate] = record.attempts[0]?.candidates ?? [];
      expect(candidate).toMatchObject({
        valid: true,
        retries: [{ category: 'EVIDENCE_MISMATCH' }],
        evidenceFailures: [{ check: CRITICAL, reason: 'counts those without, too' }],
      });
      expect(candidate).not.toHaveProperty('lastFailure');
      const judged = by(calls, 'evaluator').find(({ tests }) => tests.length > 1);
      expect(judged?.call.prompt).toContain(CRITICAL);
      expect(judged?.call.prompt).not.toContain('counts those without, too');
    });

    it('of the workspace wait just the same', async () => {
      const workspace = await world.createWorkspace({ evidence: EVIDENCE });
      const { calls } = await world.play({ tests: () => [`!${CRITICAL}`] }, { workspace });
      const [generator] = by(calls, 'generator');
      expect(generator?.tests).toMatchObject([{ statement: CRITICAL }]);
    });
  });
});
