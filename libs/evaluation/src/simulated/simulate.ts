import { oddsOf, seededRandom, shuffle, type OddsWeights, type Reliabilities } from '@assay/decision';
import { reliabilityOf as calibrationOf, type Prediction } from '../calibration/reliability.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import type { RightTexts } from '../suite/suite-figures.js';
import { decideSimulated, type SimulatedOutcome } from './decide-simulated.js';
import { fitOdds, learntReliabilities } from './learn-odds.js';
import { failedTests, type SimulatedJudge } from './simulated-judge.js';
import { classesAmong, simulatedQuestions, type SimulatedQuestion, type SimulatedText } from './simulated-pool.js';
import { namedPools, type NamedPool } from './simulated-pools.js';
import { spent } from './spend.js';

const RELIABILITIES = [0.75, 0.85, 0.95] as const;
const CORRELATIONS = [0, 0.5] as const;
/** Share of the questions with a false test. */
const FALSE_TESTS = 0.1;
/** Draws of the judges that weights are fitted to: none of those that are measured. */
const TRAINING_SEED = 0;

/** How one way of deciding fares with one judge; percentages of the questions, means over the seeds. */
export interface SimulationRow {
  name: string;
  ex: number;
  suite: number;
  failed: number | null;
  gold: { precision: number; coverage: number } | null;
  calls: number | null;
  tokens: number | null;
  calibration: { ece: number; brier: number; constant: number } | null;
}

/** All ways of deciding, with one judge, on the candidates of one pool. */
export interface SimulationTable {
  pool: string;
  reliability: number;
  correlation: number;
  rows: SimulationRow[];
}

export interface SimulationReport {
  questions: number;
  seeds: number[];
  pools: (NamedPool & { weights: OddsWeights })[];
  tables: SimulationTable[];
}

/**
 * Decides every question of a pool with simulated judges, by today's rules and by odds, with all efforts. Weights and
 * reliabilities for a database are learnt on the other databases alone.
 */
export function simulate(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  seeds: readonly number[],
  onProgress: (done: number, total: number) => void,
): SimulationReport {
  const pools = namedPools(examined);
  const tables: SimulationTable[] = [];
  const total = pools.length * RELIABILITIES.length * CORRELATIONS.length;
  const fitted = pools.map((pool) => {
    const bySeed = seeds.map((seed, index) => questionsOf(examined, right, pool, seed, index));
    const training = bySeed[0] ?? [];
    const weights = heldOutWeights(training);
    for (const reliability of RELIABILITIES) {
      for (const correlation of CORRELATIONS) {
        const rows = simulateJudge(bySeed, seeds, weights, { reliability, correlation, falseTests: FALSE_TESTS });
        tables.push({ pool: pool.name, reliability, correlation, rows });
        onProgress(tables.length, total);
      }
    }
    return { ...pool, weights: fitOdds(training, trainingJudges()) };
  });
  return { questions: examined.length, seeds: [...seeds], pools: fitted, tables };
}

function questionsOf(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  { systems }: NamedPool,
  seed: number,
  index: number,
): SimulatedQuestion[] {
  return simulatedQuestions(examined, right, systems, index, (own, question) =>
    shuffle(own, seededRandom(seed, 'order', question)),
  );
}

function trainingJudges(): SimulatedJudge[] {
  return RELIABILITIES.flatMap((reliability) =>
    CORRELATIONS.map((correlation) => ({ reliability, correlation, falseTests: FALSE_TESTS, seed: TRAINING_SEED })),
  );
}

/** For each database, weights fitted on the others; with a single database, on itself, which flatters. */
function heldOutWeights(questions: readonly SimulatedQuestion[]): Map<string, OddsWeights> {
  const databases = [...new Set(questions.map(({ database }) => database))];
  return new Map(databases.map((database) => [database, fitOdds(othersThan(database, questions), trainingJudges())]));
}

function othersThan(database: string, questions: readonly SimulatedQuestion[]): readonly SimulatedQuestion[] {
  const others = questions.filter((question) => question.database !== database);
  return others.length > 0 ? others : questions;
}

function simulateJudge(
  bySeed: readonly (readonly SimulatedQuestion[])[],
  seeds: readonly number[],
  weights: ReadonlyMap<string, OddsWeights>,
  drawn: Omit<SimulatedJudge, 'seed'>,
): SimulationRow[] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string): Tally => {
    const known = tallies.get(name) ?? new Tally();
    tallies.set(name, known);
    return known;
  };
  bySeed.forEach((questions, index) => {
    const judge = { ...drawn, seed: seeds[index] ?? index };
    for (const [database, own] of Map.groupBy(questions, (question) => question.database)) {
      const reliabilities = learntReliabilities(othersThan(database, questions), judge);
      const odds = { reliabilities, weights: weights.get(database) ?? fitOdds(questions, trainingJudges()) };
      for (const question of own) simulateQuestion(question, judge, odds, tallyOf);
    }
  });
  return [...tallies].map(([name, tally]) => tally.row(name));
}

function simulateQuestion(
  question: SimulatedQuestion,
  judge: SimulatedJudge,
  odds: { reliabilities: Reliabilities; weights: OddsWeights },
  tallyOf: (name: string) => Tally,
): void {
  const { candidates } = question;
  const classes = classesAmong(candidates);
  const representatives = classes.map(({ representative }) => representative);
  const rightOne = representatives.find(({ suite }) => suite);
  tallyOf('vote by behaviour').addAnswer(representatives[0] ?? null);
  // the most that judges can reach whose truth is the suite
  tallyOf('a judge that never errs').addAnswer(rightOne ?? representatives[0] ?? null);
  tallyOf('oracle').addAnswer(rightOne ?? candidates.find((text) => text?.ex === true) ?? null);
  for (const withVerdicts of [false, true]) {
    const evidence = classes.map(({ texts, behaviour, representative }) => ({
      texts: [...texts.values()],
      verdict: withVerdicts ? verdictOn(judge, question.id, behaviour, representative) : null,
      won: 0,
      lost: 0,
    }));
    const { classes: chances } = oddsOf(evidence, odds.reliabilities, odds.weights);
    const best = chances.indexOf(Math.max(...chances));
    const name = withVerdicts ? 'odds of votes and verdicts' : 'odds of votes';
    tallyOf(name).addAnswer(classes[best]?.representative ?? null, chances[best]);
  }
  for (const [name, verdicts, effort] of RULES) {
    const outcome = decideSimulated(question, judge, { settings: { verdicts, effort }, odds });
    const asked = candidates.slice(0, outcome.tasks.generate);
    tallyOf(name).addOutcome(outcome, spent(outcome.tasks, classesAmong(asked).length));
  }
}

const RULES = [
  ["today's rules (verdicts: final)", 'final', 'exhaustive'],
  ['weighed, exhaustive', 'weighed', 'exhaustive'],
  ['weighed, balanced', 'weighed', 'balanced'],
  ['weighed, economical', 'weighed', 'economical'],
] as const;

function verdictOn(judge: SimulatedJudge, id: string, behaviour: number, { suite }: SimulatedText): 'PASS' | 'FAIL' {
  return failedTests(judge, id, behaviour, suite).length === 0 ? 'PASS' : 'FAIL';
}

/** Counts how one way of deciding fares. */
class Tally {
  private count = 0;
  private ex = 0;
  private suite = 0;
  private decided: { failed: number; gold: number; goldRight: number; calls: number; tokens: number } | null = null;
  private readonly predictions: Prediction[] = [];

  addAnswer(answer: SimulatedText | null, confidence: number | null = null): void {
    this.count += 1;
    this.ex += Number(answer?.ex === true);
    this.suite += Number(answer?.suite === true);
    if (confidence !== null && answer !== null) this.predictions.push({ confidence, right: answer.suite });
  }

  addOutcome(
    { status, answer, confidence }: SimulatedOutcome,
    { calls, tokens }: { calls: number; tokens: number },
  ): void {
    this.addAnswer(answer, confidence);
    this.decided ??= { failed: 0, gold: 0, goldRight: 0, calls: 0, tokens: 0 };
    this.decided.failed += Number(status === 'FAILED');
    this.decided.gold += Number(status === 'GOLD');
    this.decided.goldRight += Number(status === 'GOLD' && answer?.suite === true);
    this.decided.calls += calls;
    this.decided.tokens += tokens;
  }

  row(name: string): SimulationRow {
    const count = Math.max(1, this.count);
    const decided = this.decided;
    return {
      name,
      ex: (100 * this.ex) / count,
      suite: (100 * this.suite) / count,
      failed: decided && (100 * decided.failed) / count,
      gold: decided && {
        precision: (100 * decided.goldRight) / Math.max(1, decided.gold),
        coverage: (100 * decided.gold) / count,
      },
      calls: decided && decided.calls / count,
      tokens: decided && decided.tokens / count,
      calibration: this.calibration(),
    };
  }

  private calibration(): SimulationRow['calibration'] {
    if (this.predictions.length === 0) return null;
    const { ece, brier, count } = calibrationOf(this.predictions);
    const share = this.predictions.filter(({ right }) => right).length / count;
    return { ece, brier, constant: share * (1 - share) };
  }
}
