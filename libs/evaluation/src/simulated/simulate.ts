import { seededRandom, shuffle, type SettingsPatch } from '@assay/contracts';
import { ODDS_WEIGHTS, type OddsWeights, type Reliabilities } from '@assay/decision';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import type { RightTexts } from '../suite/suite-figures.js';
import { counterQuestions } from './counter-questions.js';
import { decideSimulated } from './decide-simulated.js';
import { fitOdds, fitRelated, fitUnseen, learnedReliabilities } from './learn-odds.js';
import { type SimulatedJudge } from './simulated-judge.js';
import { classesAmong, simulatedQuestions, type SimulatedQuestion } from './simulated-pool.js';
import { namedPools, type NamedPool } from './simulated-pools.js';
import { SimulationTally, type SimulationRow } from './simulation-tally.js';
import { spent } from './spend.js';

const RELIABILITIES = [0.75, 0.85, 0.95] as const;
const CORRELATIONS = [0, 0.5] as const;
const FALSE_TESTS = 0.1;
/** Separate from the measured ones. */
const TRAINING_SEED = 0;

export interface SimulationTable {
  pool: string;
  /** By level, lowest first. */
  reliabilities: readonly number[];
  correlation: number;
  rows: SimulationRow[];
  /** Questions without a correct candidate, decided as delivered and with the given settings. */
  counter: { questions: number; rows: SimulationRow[] };
}

export interface SimulationReport {
  questions: number;
  seeds: number[];
  pools: (NamedPool & { weights: OddsWeights })[];
  tables: SimulationTable[];
}

const JUDGES: readonly (readonly number[])[] = [...RELIABILITIES.map((each) => [each]), RELIABILITIES];

const COUNTER = [
  { name: 'nothing right, the right ones refuse', refuse: true },
  { name: 'nothing right, the right ones are not valid', refuse: false },
] as const;

interface Way {
  name: string;
  settings: SettingsPatch;
  isLearned: boolean;
}

const DELIVERED: Way = { name: 'as delivered', settings: {}, isLearned: false };
const WAYS: readonly Way[] = [
  DELIVERED,
  { name: 'quick', settings: { effort: 'quick' }, isLearned: false },
  { name: 'instant', settings: { effort: 'instant' }, isLearned: false },
  { name: 'learnt', settings: {}, isLearned: true },
  { name: 'learnt, exhaustive', settings: { effort: 'exhaustive' }, isLearned: true },
  { name: 'learnt, economical', settings: { effort: 'economical' }, isLearned: true },
  {
    name: 'preset seeds, SILVER allowed',
    settings: { preset: 'seeds', judge: 'behaviour', allowSilver: true },
    isLearned: false,
  },
];

/**
 * As delivered, learnt, and by the seeds' rules. Reliabilities are learnt from the other databases.
 * @param set compares only these settings with the defaults
 */
export function simulate(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  seeds: readonly number[],
  onProgress: (done: number, total: number) => void,
  set?: SettingsPatch,
): SimulationReport {
  const given = set === undefined ? [] : [{ name: 'with the given settings', settings: set, isLearned: false }];
  const ways = set === undefined ? WAYS : [DELIVERED, ...given];
  const pools = namedPools(examined);
  const tables: SimulationTable[] = [];
  const total = pools.length * JUDGES.length * CORRELATIONS.length;
  const fitted = pools.map((pool) => {
    const bySeed = seeds.map((seed, index) => questionsOf(examined, right, pool, seed, index));
    for (const reliabilities of JUDGES) {
      for (const correlation of CORRELATIONS) {
        const drawn = { reliabilities, correlation };
        tables.push({
          pool: pool.name,
          ...drawn,
          ...simulateJudges(bySeed, seeds, drawn, ways, [DELIVERED, ...given]),
        });
        onProgress(tables.length, total);
      }
    }
    return { ...pool, weights: fittedWeights(pool, bySeed[0] ?? []) };
  });
  return { questions: examined.length, seeds: [...seeds], pools: fitted, tables };
}

function questionsOf(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  pool: NamedPool,
  seed: number,
  index: number,
): SimulatedQuestion[] {
  return simulatedQuestions(examined, right, pool, index, (own, question) =>
    shuffle(own, seededRandom(seed, 'order', question)),
  );
}

function trainingJudges(): SimulatedJudge[] {
  return RELIABILITIES.flatMap((reliability) =>
    CORRELATIONS.map((correlation) => ({ reliability, correlation, falseTests: FALSE_TESTS, seed: TRAINING_SEED })),
  );
}

/** A family: only what distinguishes it. */
function fittedWeights({ areRelated }: NamedPool, questions: readonly SimulatedQuestion[]): OddsWeights {
  const judges = trainingJudges();
  return areRelated
    ? { ...ODDS_WEIGHTS, related: fitRelated(questions, judges, ODDS_WEIGHTS) }
    : { ...fitOdds(questions, judges), unseen: fitUnseen(questions, judges, ODDS_WEIGHTS) };
}

function othersThan(database: string, questions: readonly SimulatedQuestion[]): readonly SimulatedQuestion[] {
  const others = questions.filter((question) => question.database !== database);
  return others.length > 0 ? others : questions;
}

function simulateJudges(
  bySeed: readonly (readonly SimulatedQuestion[])[],
  seeds: readonly number[],
  { reliabilities, correlation }: Pick<SimulationTable, 'reliabilities' | 'correlation'>,
  ways: readonly Way[],
  counted: readonly Way[],
): Pick<SimulationTable, 'rows' | 'counter'> {
  const tallies = new Map<string, SimulationTally>();
  const tallyOf = (name: string): SimulationTally => {
    const known = tallies.get(name) ?? new SimulationTally();
    tallies.set(name, known);
    return known;
  };
  const counter = counted.flatMap((way) =>
    COUNTER.map(({ name, refuse }) => {
      return { name: way === DELIVERED ? name : `${name}, ${way.name}`, refuse, way, tally: new SimulationTally() };
    }),
  );
  let removed = 0;
  bySeed.forEach((questions, index) => {
    const seed = seeds[index] ?? index;
    const judges = judgesOf(reliabilities, correlation, seed);
    for (const [database, own] of Map.groupBy(questions, (question) => question.database)) {
      const learned = ways.some(({ isLearned }) => isLearned)
        ? judges.map((judge) => learnedReliabilities(othersThan(database, questions), judge))
        : [];
      for (const question of own) simulateQuestion(question, judges, ways, learned, tallyOf);
      removed += counterQuestions(own, true).length;
      for (const { refuse, way, tally } of counter) {
        for (const question of counterQuestions(own, refuse)) decide(question, judges, way, learned, tally);
      }
    }
  });
  const rows = [...tallies].map(([name, tally]) => tally.row(name));
  const questions = removed / Math.max(1, bySeed.length);
  return { rows, counter: { questions, rows: counter.map(({ name, tally }) => tally.row(name)) } };
}

function judgesOf(reliabilities: readonly number[], correlation: number, seed: number): SimulatedJudge[] {
  return reliabilities.map((reliability, level) => ({
    reliability,
    correlation,
    falseTests: FALSE_TESTS,
    seed,
    ...(reliabilities.length > 1 && { name: `level ${level}` }),
  }));
}

function simulateQuestion(
  question: SimulatedQuestion,
  judges: readonly SimulatedJudge[],
  ways: readonly Way[],
  learned: readonly Reliabilities[],
  tallyOf: (name: string) => SimulationTally,
): void {
  const { candidates } = question;
  const classes = classesAmong(candidates);
  const representatives = classes.map(({ representative }) => representative);
  const rightOne = representatives.find(({ suite }) => suite);
  tallyOf('vote by behaviour').addAnswer(representatives[0] ?? null);
  // Upper bound for judges.
  tallyOf('a judge that never errs').addAnswer(rightOne ?? representatives[0] ?? null);
  tallyOf('oracle').addAnswer(rightOne ?? candidates.find((text) => text?.ex === true) ?? null);
  for (const way of ways) decide(question, judges, way, learned, tallyOf(way.name));
}

function decide(
  question: SimulatedQuestion,
  judges: readonly SimulatedJudge[],
  { settings, isLearned }: Way,
  learned: readonly Reliabilities[],
  tally: SimulationTally,
): void {
  const rules = isLearned ? { settings, odds: { reliabilities: learned } } : { settings };
  const outcome = decideSimulated(question, judges, rules);
  const classes = classesAmong(question.candidates);
  const hasRight = classes.some(({ representative }) => representative.suite);
  tally.addOutcome(outcome, spent(outcome.tasks, classes.length), hasRight);
}
