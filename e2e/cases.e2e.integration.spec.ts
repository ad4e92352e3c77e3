import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { ofType } from './harness/event-schema.js';
import type { Record } from './harness/record-schema.js';
import { DEFAULT_TESTS, GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const BOLOGNA = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
const WITH_CITY = 'SELECT count(city) AS customers FROM customer';

/** Steps of the pass rate are 100 / n. */
const tests = (count: number): string[] => Array.from({ length: count }, (_, index) => `Assertion ${index + 1} holds.`);
const stagesOf = ({ events }: Record): string[] => ofType(events, 'stage-started').map(({ stage }) => stage);
const casesOf = ({ events }: Record): string[] => ofType(events, 'case-decided').map((event) => event.case);

describe('the cases of a question', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
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
      // without columns: no examples are read from it
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
      // a closing connection first reports statistics
      const ended = await world.target.query<{ pid: number }>(
        'select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const pids = ended.map(({ pid }) => pid).join();
      await eventually(
        async () => (await world.target.query(`select 1 from pg_stat_activity where pid in (${pids})`)).length === 0,
      );
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
      const efforts = new Map(calls.map(({ agent, call }) => [agent, call.body.reasoning_effort]));
      expect([efforts.get('supervisor'), efforts.get('evaluator')]).toEqual(['high', undefined]);
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
