import { GOOD_SQL, type Script } from '../harness/script.js';

/** Counts fewer customers than there are. */
export const WRONG_SQL = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
/** Other text and result than the good one. */
export const OTHER_SQL = 'SELECT count(DISTINCT city) AS customers FROM customer';

const TEN_TESTS = Array.from({ length: 10 }, (_test, index) => `The result is right in respect ${index + 1}.`);

/** By the name in the question's text, the only channel to the model's container. Defaults are good. */
export const SCENARIOS = {
  'all goes well': {},
  'one of two is right': {
    sql: ({ job }) => (job === 0 ? GOOD_SQL : WRONG_SQL),
    judge: (sql) => (sql === GOOD_SQL ? null : 'it leaves customers out'),
  },
  'two are right': {
    sql: ({ job }) => (job === 0 ? GOOD_SQL : OTHER_SQL),
    choose: (first) => ({ winner: first === GOOD_SQL ? 'A' : 'B', confidence: 0.95 }),
  },
  'a trifle fails': {
    tests: () => TEN_TESTS,
    judge: (_sql, statement) => (statement === TEN_TESTS[3] ? 'a trifle' : null),
  },
  'the first level fails': {
    sql: ({ level }) => (level === 'BASIC' ? WRONG_SQL : GOOD_SQL),
    judge: (sql) => (sql === WRONG_SQL ? 'it leaves customers out' : null),
  },
  'nothing is right': { sql: () => WRONG_SQL, judge: () => 'it leaves customers out' },
  'a column is misspelt at first': {
    sql: ({ report }) => (report === null ? 'SELECT count(custmer_id) FROM purchase' : GOOD_SQL),
  },
  'the model is busy and drops lines': {
    any: ({ agent, turn }) => {
      if (turn > 0) return undefined;
      if (agent === 'evaluator') return { status: 429, headers: { 'retry-after': '1' }, body: {} };
      return agent === 'test-generator' ? 'cut' : undefined;
    },
  },
  'the judge never comes': {
    any: ({ agent }) => (agent === 'evaluator' ? new Promise<undefined>(() => undefined) : undefined),
  },
} satisfies Record<string, Script>;

export type Scenario = keyof typeof SCENARIOS;

/** For texts that end in `(scenario)`. */
export function scriptOf(question: string): Script {
  const name = /\(([^()]+)\)$/.exec(question)?.[1] ?? '';
  if (!(name in SCENARIOS)) throw new Error(`no scenario in the question: ${question}`);
  return SCENARIOS[name as Scenario];
}
