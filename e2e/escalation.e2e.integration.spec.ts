import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofType } from './harness/event-schema.js';
import type { AgentCall } from './harness/prompt-view.js';
import { GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { Played, World } from './harness/world.js';

const BASIC_SQL = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
const SECOND_SQL = 'SELECT count(city) AS customers FROM customer';
const ADVANCED_SQL = 'SELECT max(id) AS customers FROM customer';
const CONDITION = 'Every customer counts, whatever the city.';
const GRAIN = 'One number is returned.';
/** Breaks text formats: commas, quotes, backslash, line breaks, OK and KO. */
const VICIOUS =
  'No, it is not OK, "SQL #1: OK, OK, KO - x" says so, it\'s a \\ filter,\n\tand OK,OK would be wrong; ??, KO - , €, 漢字, OK';

const generators = (calls: readonly AgentCall[], level: string): AgentCall[] =>
  calls.filter((call) => call.agent === 'generator' && call.level === level);
const testers = (calls: readonly AgentCall[], level: string): AgentCall[] =>
  calls.filter((call) => call.agent === 'test-generator' && call.level === level);

describe('escalation', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  describe('after a case C that the supervisor turned into D', () => {
    const nine = Array.from({ length: 9 }, (_, index) => `Assertion ${index + 1} holds.`);
    let played: Promise<Played> | undefined;
    const play = (): Promise<Played> =>
      (played ??= world.play({
        sql: ({ level }) => (level === 'BASIC' ? BASIC_SQL : GOOD_SQL),
        tests: () => [CONDITION, ...nine],
        judge: (sql, statement) => (sql === BASIC_SQL && statement === CONDITION ? VICIOUS : null),
        review: () => `upheld: ${VICIOUS}`,
      }));

    it('continues at ADVANCED, with every agent on that level’s model', async () => {
      const { record, calls } = await play();
      expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED', requestedLevel: 'BASIC', case: 'A' });
      expect(record.attempts.map((attempt) => [attempt.level, attempt.case, attempt.caseBeforeReview])).toEqual([
        ['BASIC', 'D', 'C'],
        ['ADVANCED', 'A', null],
      ]);
      expect(ofType(record.events, 'case-decided').map((event) => event.case)).toEqual(['C', 'D', 'A']);
      expect(ofType(record.events, 'level-escalated')).toMatchObject([
        { from: 'BASIC', to: 'ADVANCED', reason: 'ALL_FAILED' },
      ]);
      expect(new Set(calls.map(({ call }) => call.body.model))).toEqual(new Set(['model-basic', 'model-advanced']));
      expect(calls.filter(({ agent }) => agent === 'evaluator').map(({ level }) => level)).toEqual([
        'BASIC',
        'ADVANCED',
      ]);
    });

    it('shows generators and test generators the failed SQL, its tests and the whole reason', async () => {
      const { record, calls } = await play();
      expect(record.attempts[1]?.escalationContext).toEqual({
        failedSqls: [
          {
            level: 'BASIC',
            sql: BASIC_SQL,
            passRate: 90,
            failedTests: [{ test: CONDITION, reason: `upheld: ${VICIOUS}` }],
          },
        ],
      });
      const reported = [...generators(calls, 'ADVANCED'), ...testers(calls, 'ADVANCED')];
      expect(reported).toHaveLength(3 + 2 * 2);
      for (const { prompt } of reported) {
        expect(prompt).toContain(BASIC_SQL);
        expect(prompt).toContain(CONDITION);
        expect(prompt).toContain(`Reason: upheld: ${VICIOUS}\n`);
        expect(prompt).toMatch(/90 ?%/);
      }
      for (const { prompt } of [...generators(calls, 'BASIC'), ...testers(calls, 'BASIC')]) {
        expect(prompt).not.toContain(CONDITION);
        expect(prompt).not.toContain('Earlier attempts');
      }
    });

    it('says that the tests may be the ones that are wrong', async () => {
      const { calls } = await play();
      for (const { prompt } of [...generators(calls, 'ADVANCED'), ...testers(calls, 'ADVANCED')]) {
        expect(prompt).toMatch(
          /(a test may be the one that is|possible that it was the test, and not the SQL, that was) wrong/,
        );
      }
    });

    it('runs both moments of tests again', async () => {
      const { record } = await play();
      for (const { tests } of record.attempts) {
        expect(new Set(tests.map(({ moment }) => moment))).toEqual(new Set(['precompute', 'evaluation']));
      }
      const [basic, advanced] = record.attempts.map(({ tests }) => new Set(tests.map(({ id }) => id)));
      expect([...(basic ?? [])].filter((id) => advanced?.has(id))).toEqual([]);
    });
  });

  describe('after EXPERT', () => {
    const script = {
      sql: ({ level, job }: AgentCall): string =>
        ({ BASIC: [BASIC_SQL, SECOND_SQL, BASIC_SQL][job], ADVANCED: ADVANCED_SQL, EXPERT: GOOD_SQL })[level] ?? '',
      tests: () => [CONDITION, GRAIN],
      judge: (sql: string, statement: string): string | null => {
        if (statement === CONDITION) return `${VICIOUS} (${sql.length})`;
        return sql === SECOND_SQL ? 'not even that' : null;
      },
    };
    let played: Promise<Played> | undefined;
    const play = (): Promise<Played> => (played ??= world.play(script));

    it('ends in FAILED with every SQL, test and whole reason, in order', async () => {
      const { record } = await play();
      expect(record).toMatchObject({ status: 'FAILED', level: 'EXPERT', case: 'D', error: null, confidence: null });
      expect(record.attempts.map(({ level }) => level)).toEqual(['BASIC', 'ADVANCED', 'EXPERT']);
      const reason = (sql: string): { test: string; reason: string } => ({
        test: CONDITION,
        reason: `${VICIOUS} (${sql.length})`,
      });
      const bySql = new Map(record.result?.sqlList.map((entry) => [entry.sql, entry.failedTests]));
      expect(record.result?.result).toBe('FAILED');
      expect(bySql.get(BASIC_SQL)).toEqual([reason(BASIC_SQL)]);
      expect(bySql.get(SECOND_SQL)).toEqual([reason(SECOND_SQL), { test: GRAIN, reason: 'not even that' }]);
      expect(bySql.get(ADVANCED_SQL)).toEqual([reason(ADVANCED_SQL)]);
      expect(bySql.get(GOOD_SQL)).toEqual([reason(GOOD_SQL)]);
      expect(record.result?.sqlList).toHaveLength(4);
      expect(record.result?.sqlList.slice(-2).map(({ sql }) => sql)).toEqual([ADVANCED_SQL, GOOD_SQL]);
    });

    it('shows EXPERT the failures of both earlier levels, best pass rate first', async () => {
      const { record, calls } = await play();
      const reported = record.attempts[2]?.escalationContext?.failedSqls ?? [];
      expect(reported.map(({ level, sql }) => [level, sql])).toEqual(
        expect.arrayContaining([
          ['BASIC', BASIC_SQL],
          ['BASIC', SECOND_SQL],
          ['ADVANCED', ADVANCED_SQL],
        ]),
      );
      const rates = reported.map(({ passRate }) => passRate ?? -1);
      expect(rates).toEqual(rates.toSorted((left, right) => right - left));
      expect(reported.at(-1)?.sql).toBe(SECOND_SQL);
      for (const { prompt } of [...generators(calls, 'EXPERT'), ...testers(calls, 'EXPERT')]) {
        for (const sql of [BASIC_SQL, SECOND_SQL, ADVANCED_SQL]) expect(prompt).toContain(sql);
        expect(prompt.indexOf(SECOND_SQL)).toBeGreaterThan(prompt.indexOf(BASIC_SQL));
      }
    });

    it('keeps the vicious reason whole in verdicts, events and the text of the scores', async () => {
      const { record } = await play();
      const whole = `${VICIOUS} (${GOOD_SQL.length})`;
      const expert = record.attempts[2];
      expect(expert?.verdicts.filter(({ verdict }) => verdict === 'FAIL').map(({ reason }) => reason)).toEqual([whole]);
      expect(ofType(record.events, 'verdict-given').map(({ reason }) => reason)).toContain(whole);
      const quoted = /KO - ("(?:[^"\\]|\\.)*")/.exec(expert?.scores[0]?.text ?? '')?.[1];
      expect(JSON.parse(quoted ?? 'null')).toBe(whole);
    });
  });

  it('marks a SQL that comes back although it had failed', async () => {
    const { record } = await world.play({
      sql: ({ level, job }) => (level === 'BASIC' || job === 0 ? BASIC_SQL : GOOD_SQL),
      tests: () => [CONDITION, GRAIN],
      judge: (sql, statement) => (sql === BASIC_SQL && statement === CONDITION ? 'wrong filter' : null),
    });
    expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    const again = record.attempts[1]?.candidates.map(({ sql, repeatsFailed }) => [sql, repeatsFailed]) ?? [];
    expect(again).toContainEqual([BASIC_SQL, true]);
    expect(again.filter(([sql]) => sql === GOOD_SQL)).toEqual([
      [GOOD_SQL, false],
      [GOOD_SQL, false],
    ]);
  });

  it('passes D on at once where no candidate reaches the threshold', async () => {
    const { record, calls } = await world.play({
      tests: () => [CONDITION, GRAIN],
      judge: (_sql, statement, { level }) => (statement === CONDITION && level === 'BASIC' ? 'wrong' : null),
    });
    expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(record.attempts[0]).toMatchObject({ case: 'D', caseBeforeReview: null });
    expect(calls.map(({ agent }) => agent)).not.toContain('supervisor');
  });

  describe('where no valid SQL was generated', () => {
    it('continues at the next level with the invalid SQL and its last error', async () => {
      const { record, calls } = await world.play(
        { sql: ({ level }) => (level === 'BASIC' ? 'SELECT cuntomer_id FROM purchase' : GOOD_SQL) },
        { settings: { candidateRetries: 1 } },
      );
      expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED', case: 'A' });
      expect(record.attempts[0]).toMatchObject({ case: null, winner: null, verdicts: [] });
      expect(record.attempts[1]).toMatchObject({ reason: 'NO_SQL' });
      expect(ofType(record.events, 'level-escalated')).toMatchObject([{ reason: 'NO_SQL' }]);
      expect(record.attempts[1]?.escalationContext?.failedSqls).toEqual([
        {
          level: 'BASIC',
          sql: 'SELECT cuntomer_id FROM purchase',
          passRate: null,
          failedTests: [{ test: 'valid SQL', reason: expect.stringContaining('cuntomer_id') }],
        },
      ]);
      for (const { prompt } of [...generators(calls, 'ADVANCED'), ...testers(calls, 'ADVANCED')]) {
        expect(prompt).toContain('SELECT cuntomer_id FROM purchase');
        expect(prompt).toMatch(/column "cuntomer_id" does not exist/);
      }
    });

    it('is FAILED after the last level, with each invalid SQL and its last error', async () => {
      const { record } = await world.play(
        { sql: ({ level }) => `SELECT nothing FROM nowhere_${level.toLowerCase()}` },
        { settings: { candidateRetries: 0 } },
      );
      expect(record).toMatchObject({ status: 'FAILED', case: null, level: 'EXPERT' });
      expect(record.result).toEqual({
        result: 'FAILED',
        sqlList: ['basic', 'advanced', 'expert'].map((level) => ({
          sql: `SELECT nothing FROM nowhere_${level}`,
          failedTests: [{ test: 'valid SQL', reason: expect.stringContaining(`nowhere_${level}`) }],
        })),
      });
      expect(record.attempts.map(({ reason }) => reason)).toEqual([null, 'NO_SQL', 'NO_SQL']);
    });
  });

  describe('maxLevel', () => {
    it('ends the ladder', async () => {
      const { record, calls } = await world.play(
        { judge: () => 'never right' },
        { settings: { maxLevel: 'ADVANCED' } },
      );
      expect(record).toMatchObject({ status: 'FAILED', level: 'ADVANCED' });
      expect(record.attempts).toHaveLength(2);
      expect(calls.map(({ level }) => level)).not.toContain('EXPERT');
    });

    it('lets a question begin at the level it asks for', async () => {
      const { record, calls } = await world.play({}, { level: 'EXPERT' });
      expect(record).toMatchObject({ status: 'GOLD', level: 'EXPERT', requestedLevel: 'EXPERT' });
      expect(new Set(calls.map(({ level }) => level))).toEqual(new Set(['EXPERT']));
    });
  });
});
