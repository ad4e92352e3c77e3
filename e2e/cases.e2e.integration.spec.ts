import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { ofType } from './harness/event-schema.js';
import type { Record } from './harness/record-schema.js';
import { DEFAULT_TESTS, GOOD_SQL } from './harness/script.js';
import { createWorld, type World } from './harness/world.js';

const BOLOGNA = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
const WITH_CITY = 'SELECT count(city) AS customers FROM customer';
const SAME_RESULT = 'SELECT count(DISTINCT id) AS customers FROM customer WHERE id IS NOT NULL';

/** `n` tests of one batch, so that pass rates can be told in steps of 100 / n. */
const tests = (count: number): string[] => Array.from({ length: count }, (_, index) => `Assertion ${index + 1} holds.`);
const stagesOf = ({ events }: Record): string[] => ofType(events, 'stage-started').map(({ stage }) => stage);
const casesOf = ({ events }: Record): string[] => ofType(events, 'case-decided').map((event) => event.case);

describe('the cases of a question', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world?.end());

  describe('case A', () => {
    it('returns the only SQL that passes every test, alone and with nothing against it', async () => {
      const { record } = await world.play({
        sql: ({ job }) => [GOOD_SQL, BOLOGNA, WITH_CITY][job] ?? GOOD_SQL,
        judge: (sql, statement) => (sql === GOOD_SQL || statement !== DEFAULT_TESTS[0] ? null : 'counts too few'),
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'A', level: 'BASIC', error: null });
      expect(record.result).toEqual({ result: 'GOLD', sqlList: [{ sql: GOOD_SQL, failedTests: [] }] });
      expect(record.attempts).toHaveLength(1);
      expect(record.attempts[0]?.selection?.by).toBe('only-passer');
      expect(record.attempts[0]?.caseBeforeReview).toBeNull();
      expect(casesOf(record)).toEqual(['A']);
      expect(stagesOf(record)).not.toContain('compare');
      expect(stagesOf(record)).not.toContain('supervise');
    });

    it('says in its events what each stage did, from the first test to the verdicts', async () => {
      const { record } = await world.play();
      const stages = stagesOf(record);
      expect(stages).toEqual(expect.arrayContaining(['precompute-tests', 'generate', 'evaluation-tests', 'evaluate']));
      for (const [before, after] of [
        ['precompute-tests', 'evaluate'],
        ['generate', 'evaluation-tests'],
        ['evaluation-tests', 'evaluate'],
      ] as const) {
        const ended = record.events.find((event) => event.type === 'stage-finished' && event.stage === before);
        const began = record.events.find((event) => event.type === 'stage-started' && event.stage === after);
        expect(ended?.sequence).toBeLessThan(began?.sequence ?? 0);
      }
      expect(
        ofType(record.events, 'test-generated')
          .map(({ moment }) => moment)
          .sort(),
      ).toEqual([
        'evaluation',
        'evaluation',
        'evaluation',
        'evaluation',
        'precompute',
        'precompute',
        'precompute',
        'precompute',
      ]);
      expect(ofType(record.events, 'tests-reduced')).toMatchObject([{ before: 8, after: 2 }]);
      expect(ofType(record.events, 'verdict-given')).toHaveLength(2);
      const executed = ofType(record.events, 'candidate-executed');
      expect(new Set(executed.map(({ cluster, rowCount }) => `${cluster} ${rowCount}`)).size).toBe(1);
    });
  });

  describe('equal SQL', () => {
    it('is judged once, whatever its case, white space, comments and final semicolon', async () => {
      const spellings = [
        GOOD_SQL,
        'select   COUNT(*)\n  as customers\nfrom customer;',
        `${GOOD_SQL} -- all of them`,
        `/* the answer */ ${GOOD_SQL} ;`,
      ];
      const { record, calls } = await world.play(
        { sql: ({ job }) => spellings[job] ?? GOOD_SQL },
        { settings: { sqlCandidates: 4 } },
      );
      expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
      const [attempt] = record.attempts;
      expect(attempt?.candidates).toHaveLength(4);
      expect(attempt?.candidates.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(1);
      expect(calls.filter(({ agent }) => agent === 'evaluator')).toHaveLength(1);
      expect(attempt?.scores).toHaveLength(1);
      expect(attempt?.selection?.finalists).toMatchObject([{ clusterSize: 4 }]);
    });

    it('is executed once', async () => {
      // without columns: the refresh of the schema, which the new table gives cause for, takes no examples from it
      await world.target.query('create table counted (); grant select on counted to public');
      const { record } = await world.play(
        { sql: () => 'SELECT count(*) AS customers FROM counted' },
        { settings: { sqlCandidates: 4 } },
      );
      expect(record.status).toBe('GOLD');
      const scans = async (): Promise<number> => {
        const [row] = await world.target.query<{ scans: number }>(
          "select seq_scan::int as scans from pg_stat_user_tables where relname = 'counted'",
        );
        return row?.scans ?? 0;
      };
      // statistics arrive late
      await delay(1500);
      while ((await scans()) === 0) await delay(300);
      await delay(1500);
      expect(await scans()).toBe(1);
      await world.target.query('drop table counted');
    });

    it('does not take text in quotes for equal that differs in case', async () => {
      const { record } = await world.play({
        sql: ({ job }) => [BOLOGNA, BOLOGNA.replace('Bologna', 'BOLOGNA'), BOLOGNA][job] ?? BOLOGNA,
      });
      const [attempt] = record.attempts;
      expect(attempt?.candidates.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(2);
    });
  });

  describe('case B', () => {
    it('compares every pair in both orders, and takes what wins confidently in both', async () => {
      const { record, calls } = await world.play({
        sql: ({ job }) => [GOOD_SQL, BOLOGNA, WITH_CITY][job] ?? GOOD_SQL,
        choose: (first, second) => {
          const winner = [GOOD_SQL, WITH_CITY, BOLOGNA].find((sql) => sql === first || sql === second);
          return { winner: winner === first ? 'A' : 'B', confidence: 0.9 };
        },
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'B', result: { sqlList: [{ sql: GOOD_SQL }] } });
      const [attempt] = record.attempts;
      expect(attempt?.selection?.by).toBe('judge');
      expect(attempt?.selection?.finalists.map(({ wins }) => wins).sort()).toEqual([0, 1, 2]);
      const selector = calls.filter(({ agent }) => agent === 'sql-selector');
      expect(selector).toHaveLength(6);
      const shown = selector.map(({ candidates }) => candidates.join(' | '));
      expect(new Set(shown).size).toBe(6);
      for (const { candidates } of selector) expect(shown).toContain([...candidates].reverse().join(' | '));
      expect(attempt?.comparisons).toHaveLength(6);
      expect(ofType(record.events, 'pair-compared')).toHaveLength(6);
      for (const { a, b, shownFirst, winner } of attempt?.comparisons ?? []) {
        expect([a, b]).toContain(shownFirst);
        expect([a, b]).toContain(winner);
      }
    });

    it('shows both SQLs of a pair with a sample of what they return', async () => {
      const { calls } = await world.play({
        sql: ({ job }) => ['SELECT name FROM customer ORDER BY id', 'SELECT city FROM customer', GOOD_SQL][job] ?? '',
      });
      const selector = calls.filter(({ agent }) => agent === 'sql-selector');
      expect(selector).toHaveLength(6);
      for (const { texts, candidates, prompt } of selector.map((call) => ({
        texts: call.texts('result'),
        candidates: call.candidates,
        prompt: call.prompt,
      }))) {
        expect(texts).toHaveLength(2);
        const names = candidates.findIndex((sql) => sql.includes('name'));
        if (names >= 0) expect(texts[names]).toContain('Ada');
        expect(prompt).toContain('Gold SQLs');
      }
    });

    it('takes a favour for whatever is shown first for a tie, which goes to the larger cluster', async () => {
      const { record } = await world.play(
        {
          sql: ({ job }) => [BOLOGNA, GOOD_SQL, SAME_RESULT, WITH_CITY][job] ?? GOOD_SQL,
          choose: () => ({ winner: 'A', confidence: 1 }),
        },
        { settings: { sqlCandidates: 4 } },
      );
      const [attempt] = record.attempts;
      expect(record).toMatchObject({ status: 'GOLD', case: 'B' });
      expect(attempt?.selection?.by).toBe('cluster');
      expect(attempt?.selection?.finalists.every(({ wins }) => wins === 0)).toBe(true);
      expect(record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
      expect(attempt?.selection?.finalists[0]?.clusterSize).toBe(2);
    });

    it('takes a mean confidence below the threshold for a tie', async () => {
      const choose = (first: string): { winner: 'A' | 'B'; confidence: number } => ({
        winner: first === BOLOGNA ? 'A' : 'B',
        confidence: 0.59,
      });
      const sql = ({ job }: { job: number }): string => [BOLOGNA, GOOD_SQL, GOOD_SQL][job] ?? GOOD_SQL;
      const unsure = await world.play({ sql, choose });
      expect(unsure.record.attempts[0]?.selection?.by).toBe('cluster');
      expect(unsure.record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
      const lenient = await world.play({ sql, choose }, { settings: { selectionConfidence: 0.5 } });
      expect(lenient.record.attempts[0]?.selection?.by).toBe('judge');
      expect(lenient.record.result?.sqlList[0]?.sql).toBe(BOLOGNA);
    });

    it('gives a tie between equal clusters to the simpler SQL', async () => {
      const complex =
        'SELECT count(*) AS customers FROM customer c WHERE EXISTS (SELECT 1 FROM purchase p WHERE p.customer_id = c.id)';
      const { record } = await world.play(
        { sql: ({ job }) => [complex, GOOD_SQL][job] ?? GOOD_SQL, choose: () => ({ winner: 'tie', confidence: 1 }) },
        { settings: { sqlCandidates: 2 } },
      );
      const [attempt] = record.attempts;
      expect(attempt?.selection?.by).toBe('simplest');
      expect(record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
      const [winner, other] = attempt?.selection?.finalists ?? [];
      expect(winner?.complexity).toBeLessThan(other?.complexity ?? 0);
    });

    it('needs no judge where all passers return the same', async () => {
      const { record, calls } = await world.play({
        sql: ({ job }) => [GOOD_SQL, SAME_RESULT, GOOD_SQL][job] ?? GOOD_SQL,
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'B' });
      expect(record.attempts[0]?.selection).toMatchObject({ by: 'frequent', finalists: [{ frequency: 2 }] });
      expect(record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
      expect(calls.filter(({ agent }) => agent === 'sql-selector')).toEqual([]);
    });

    it('compares the four first of many finalists, in at most twelve calls', async () => {
      const { record, calls } = await world.play(
        { sql: ({ job }) => `SELECT count(*) AS customers FROM customer WHERE id > ${job}` },
        { settings: { sqlCandidates: 5 } },
      );
      expect(record).toMatchObject({ status: 'GOLD', case: 'B' });
      const comparisons = calls.filter(({ agent }) => agent === 'sql-selector');
      expect(comparisons).toHaveLength(12);
      expect(record.attempts[0]?.selection?.leftOut).toBe(1);
      expect(comparisons[0]?.call.prompt).toContain('not compared: 1.');
    });
  });

  describe('case C', () => {
    const nearly = tests(10);

    it('becomes A when the supervisor finds the failure of one candidate not grave', async () => {
      const { record, calls } = await world.play({
        tests: () => nearly,
        sql: ({ job }) => [GOOD_SQL, BOLOGNA, GOOD_SQL][job] ?? GOOD_SQL,
        judge: (_sql, statement) => (statement === nearly[3] ? 'a trifle' : null),
        review: (sql) => (sql === GOOD_SQL ? null : 'it is grave'),
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'A', level: 'BASIC' });
      const [attempt] = record.attempts;
      expect(attempt).toMatchObject({ case: 'A', caseBeforeReview: 'C' });
      expect(casesOf(record)).toEqual(['C', 'A']);
      const supervisors = calls.filter(({ agent }) => agent === 'supervisor');
      expect(supervisors).toHaveLength(2);
      for (const call of supervisors) {
        expect(call.failedTests).toMatchObject([{ number: 4, statement: nearly[3], reason: 'a trifle' }]);
      }
      const failed = attempt?.tests.find(({ number }) => number === 4)?.id;
      const good = attempt?.winner;
      expect(attempt?.verdicts.filter((verdict) => verdict.candidate === good && verdict.test === failed)).toEqual([
        expect.objectContaining({ by: 'evaluator', verdict: 'FAIL', reason: 'a trifle', severity: null }),
        expect.objectContaining({ by: 'supervisor', verdict: 'PASS', reason: 'not grave', severity: 'minor' }),
      ]);
    });

    it('becomes B when the supervisor lets several pass', async () => {
      const { record } = await world.play({
        tests: () => nearly,
        sql: ({ job }) => [GOOD_SQL, BOLOGNA, GOOD_SQL][job] ?? GOOD_SQL,
        judge: (_sql, statement) => (statement === nearly[0] ? 'a trifle' : null),
        choose: (first) => ({ winner: first === GOOD_SQL ? 'A' : 'B', confidence: 0.95 }),
      });
      expect(record).toMatchObject({ status: 'GOLD', case: 'B' });
      expect(record.attempts[0]).toMatchObject({ caseBeforeReview: 'C', selection: { by: 'judge' } });
      expect(casesOf(record)).toEqual(['C', 'B']);
    });

    it('looks again only at candidates at or above the threshold', async () => {
      const { calls, record } = await world.play({
        tests: () => nearly,
        sql: ({ job }) => [GOOD_SQL, BOLOGNA, GOOD_SQL][job] ?? GOOD_SQL,
        judge: (sql, statement) =>
          statement === nearly[0] || (sql === BOLOGNA && statement === nearly[1]) ? 'wrong' : null,
      });
      expect(record.attempts[0]).toMatchObject({ case: 'A', caseBeforeReview: 'C' });
      const supervisors = calls.filter(({ agent }) => agent === 'supervisor');
      expect(supervisors.map(({ candidates }) => candidates)).toEqual([[GOOD_SQL]]);
    });

    it('asks with the effort that a second look deserves', async () => {
      const { calls } = await world.play({
        tests: () => nearly,
        judge: (_sql, statement) => (statement === nearly[0] ? 'wrong' : null),
      });
      const efforts = new Map(calls.map(({ agent, call }) => [agent, call.body.reasoning_effort]));
      expect(efforts.get('supervisor')).toBe('high');
      expect(efforts.get('evaluator')).toBeUndefined();
    });
  });

  describe('SILVER', () => {
    const nearly = tests(10);
    const failing = {
      tests: () => nearly,
      sql: ({ job, level }: { job: number; level: string }): string =>
        level === 'BASIC' ? ([GOOD_SQL, BOLOGNA, GOOD_SQL][job] ?? GOOD_SQL) : WITH_CITY,
      judge: (sql: string, statement: string): string | null => {
        if (statement === nearly[9]) return 'always wrong';
        return sql !== GOOD_SQL && statement === nearly[8] ? 'wrong as well' : null;
      },
      review: () => 'it stays wrong',
    };

    it('is the best candidate of any level, after the last one, where the workspace allows it', async () => {
      const workspace = await world.createWorkspace({ settings: { allowSilver: true } });
      const { record } = await world.play(failing, { workspace });
      expect(record).toMatchObject({ status: 'SILVER', level: 'EXPERT', case: 'D' });
      expect(record.attempts).toHaveLength(3);
      expect(record.result).toEqual({
        result: 'SILVER',
        sqlList: [{ sql: GOOD_SQL, failedTests: [{ test: nearly[9], reason: 'it stays wrong' }] }],
      });
      expect(record.attempts[0]?.selection?.by).toBe('silver');
    });

    it('is not given where nothing is said of it', async () => {
      const { record } = await world.play(failing);
      expect(record).toMatchObject({ status: 'FAILED', level: 'EXPERT', case: 'D', confidence: null });
    });
  });

  describe('a bypassed evaluation', () => {
    it('takes the valid candidate of lowest ordinal untested, as SILVER', async () => {
      const { record, calls } = await world.play(
        { sql: ({ temperature }) => `SELECT count(*) AS customers FROM customer WHERE id > ${temperature}` },
        { settings: { bypassEvaluation: true } },
      );
      expect(record).toMatchObject({ status: 'SILVER', case: null, level: 'BASIC' });
      const [attempt] = record.attempts;
      expect(attempt?.selection?.by).toBe('bypass');
      expect(attempt?.candidates.find(({ id }) => id === attempt.winner)?.ordinal).toBe(1);
      expect(attempt?.tests).toEqual([]);
      expect(new Set(calls.map(({ agent }) => agent))).toEqual(new Set(['generator']));
    });

    it('passes over candidates that are not valid', async () => {
      const { record } = await world.play(
        { sql: ({ strategy }) => (strategy === 'query-plan' ? GOOD_SQL : 'SELECT nothing FROM nowhere') },
        { settings: { bypassEvaluation: true, candidateRetries: 0 } },
      );
      expect(record).toMatchObject({ status: 'SILVER', result: { sqlList: [{ sql: GOOD_SQL }] } });
    });
  });

  it('keeps two questions that are asked at once apart', async () => {
    const both = await Promise.all([
      world.play({ sql: () => GOOD_SQL, judge: () => null }),
      world.play({ sql: () => BOLOGNA, judge: () => 'never right' }, { settings: { maxLevel: 'BASIC' } }),
    ]);
    expect(both.map(({ record }) => record.status)).toEqual(['GOLD', 'FAILED']);
    for (const { record, calls } of both) {
      expect(record.usage.modelCalls).toBe(calls.length);
      expect(new Set(record.calls.map(({ task }) => task))).toEqual(new Set(calls.map(({ task }) => task)));
    }
  });
});
