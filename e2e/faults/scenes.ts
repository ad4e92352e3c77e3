import { DEFAULT_TESTS, GOOD_SQL, type Script } from '../harness/script.js';

/** Script and expected ending. */
export interface Scene {
  name: string;
  script: Script;
  settings?: object;
  status: 'GOLD' | 'FAILED';
  case: 'A' | 'B' | 'D';
  attempts: number;
  /** Least number of each stage. */
  stages?: Readonly<{ [stage: string]: number }>;
}

const BOLOGNA = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
const WITH_CITY = 'SELECT count(city) AS customers FROM customer';
const BROKEN = 'SELECT count(*) AS customers FROM nowhere';
const TEN = Array.from({ length: 10 }, (_, index) => `Assertion ${index + 1} holds.`);

/** All at once, and decided by verdicts alone; the other scenes have the default settings. */
const SEEDS = { preset: 'seeds' };

const three = ({ job }: { job: number }): string => [GOOD_SQL, BOLOGNA, WITH_CITY][job % 3] ?? GOOD_SQL;

/** Together: all services, multi-call tasks, waves, a trial, both endings. */
export const SCENES: readonly Scene[] = [
  {
    name: 'A after a mended SQL, in waves',
    // two calls and examinations per task: something to replay
    script: {
      sql: (call) => (call.report === null ? BROKEN : ([GOOD_SQL, BOLOGNA, WITH_CITY, BOLOGNA][call.job] ?? GOOD_SQL)),
      judge: (sql, statement) => (sql === GOOD_SQL || statement !== DEFAULT_TESTS[0] ? null : 'counts too few'),
    },
    settings: { sqlCandidates: 10 },
    status: 'GOLD',
    case: 'A',
    attempts: 1,
    stages: { generate: 2, probe: 1 },
  },
  {
    name: 'B by comparison',
    script: {
      sql: three,
      choose: (first) => ({ winner: first === GOOD_SQL ? 'A' : 'B', confidence: 0.9 }),
    },
    settings: SEEDS,
    status: 'GOLD',
    case: 'B',
    attempts: 1,
  },
  {
    name: 'C, then A',
    script: {
      sql: ({ job }) => [GOOD_SQL, BOLOGNA, GOOD_SQL][job % 3] ?? GOOD_SQL,
      tests: () => TEN,
      judge: (_sql, statement) => (statement === TEN[3] ? 'a trifle' : null),
      review: (sql) => (sql === GOOD_SQL ? null : 'it is grave'),
    },
    settings: { ...SEEDS, reduceTests: { minBatches: 2, minTests: 2 } },
    status: 'GOLD',
    case: 'A',
    attempts: 1,
  },
  {
    name: 'D, then FAILED',
    script: { sql: three, judge: () => 'never right, OK or not, "said" the judge' },
    settings: { ...SEEDS, maxLevel: 'ADVANCED' },
    status: 'FAILED',
    case: 'D',
    attempts: 2,
  },
  {
    name: 'no SQL, then A',
    script: { sql: (call) => (call.level === 'BASIC' ? BROKEN : GOOD_SQL) },
    settings: { candidateRetries: 1, reduceTests: { minBatches: 2, minTests: 2 } },
    status: 'GOLD',
    case: 'A',
    attempts: 2,
  },
  {
    name: 'A by a trial of what all fail',
    script: {
      sql: ({ job }) => (job === 0 ? BOLOGNA : GOOD_SQL),
      judge: (sql, statement) =>
        statement === DEFAULT_TESTS[1] ? 'asks too much' : sql === GOOD_SQL ? null : 'counts too few',
      tried: (statement) => ({
        decision: statement === DEFAULT_TESTS[1] ? 'mistaken' : 'demanded',
        reason: 'so the question reads',
      }),
    },
    settings: { effort: 'economical', sqlCandidates: 6 },
    status: 'GOLD',
    case: 'A',
    attempts: 1,
    stages: { trial: 1 },
  },
];
