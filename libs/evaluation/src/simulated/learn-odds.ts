import {
  observationWeight,
  oddsOf,
  oddsSignals,
  ODDS_WEIGHTS,
  reliabilityOf,
  type ClassEvidence,
  type JudgeTally,
  type OddsWeights,
  type Reliabilities,
  verdictWeights,
} from '@assay/decision';
import { fitChoice, logLikelihood, type ChoiceSample } from '../calibration/fit-choice.js';
import { failedTests, preferred, type SimulatedJudge } from './simulated-judge.js';
import { classesAmong, type SimulatedClass, type SimulatedQuestion } from './simulated-pool.js';

const REPETITIONS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const SHARED_MISREADINGS = [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2];
const UNSEEN_VOTES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5];
const FIRST_CANDIDATES = [2, 3, 4];
const RIDGE = 1;
const COMPARED = 4;
const UNKNOWN_JUDGES: Reliabilities = {
  evaluator: reliabilityOf('evaluator'),
  selector: reliabilityOf('sql-selector'),
};

/** From these questions' golds. */
export function learnedReliabilities(questions: readonly SimulatedQuestion[], judge: SimulatedJudge): Reliabilities {
  const [classes, pairs]: [JudgeTally, JudgeTally] = [
    { right: 0, wrong: 0 },
    { right: 0, wrong: 0 },
  ];
  const count = (tally: JudgeTally, isRight: boolean): void => {
    tally[isRight ? 'right' : 'wrong'] += 1;
  };
  for (const { id, candidates } of questions) {
    const members = classesAmong(candidates).map(memberOf);
    for (const member of members) {
      const meetsAll = failedTests(judge, id, member.behaviour, member.isRight).length === 0;
      count(classes, meetsAll === member.isRight);
    }
    for (const right of members.filter(({ isRight }) => isRight)) {
      for (const wrong of members.filter(({ isRight }) => !isRight)) {
        count(pairs, preferred(judge, id, [right, wrong]) === right);
      }
    }
  }
  return { evaluator: reliabilityOf('evaluator', classes), selector: reliabilityOf('sql-selector', pairs) };
}

/** Fits the weights but `related` and `unseen`, with judges of unknown reliability, as delivered. */
export function fitOdds(
  questions: readonly SimulatedQuestion[],
  judges: readonly SimulatedJudge[],
  believed = UNKNOWN_JUDGES,
): OddsWeights {
  const judged = judgedQuestions(questions, judges, believed);
  const { related, unseen } = ODDS_WEIGHTS;
  const fits = REPETITIONS.map((repeated) => {
    const samples = judged.map(({ evidence, right }): ChoiceSample => ({
      rows: oddsSignals(evidence, { repeated, unseen }),
      right,
    }));
    const { votes, verdict, comparison, none } = ODDS_WEIGHTS;
    const weights = fitChoice(samples, { mean: [votes, verdict, comparison, none], ridge: RIDGE });
    return { repeated, weights, likelihood: logLikelihood(samples, weights) };
  });
  const best = fits.reduce((left, right) => (right.likelihood > left.likelihood ? right : left));
  const [votes = 0, verdict = 0, comparison = 0, none = 0] = best.weights;
  // Votes, PASS and wins must not lower a class.
  const atLeastZero = (weight: number): number => Math.max(0, weight);
  return {
    repeated: best.repeated,
    related,
    unseen,
    votes: atLeastZero(votes),
    verdict: atLeastZero(verdict),
    comparison: atLeastZero(comparison),
    none,
  };
}

/** The other weights are fixed. */
export function fitRelated(
  questions: readonly SimulatedQuestion[],
  judges: readonly SimulatedJudge[],
  weights: OddsWeights,
): number {
  const judged = judgedQuestions(questions, judges, UNKNOWN_JUDGES);
  return likeliest(SHARED_MISREADINGS, judged, (related) => ({ ...weights, related }));
}

/** From the first candidates and from all; the other weights are fixed. */
export function fitUnseen(
  questions: readonly SimulatedQuestion[],
  judges: readonly SimulatedJudge[],
  weights: OddsWeights,
): number {
  const begun = FIRST_CANDIDATES.flatMap((count) =>
    questions.map((question) => ({ ...question, candidates: question.candidates.slice(0, count) })),
  );
  const judged = judgedQuestions([...questions, ...begun], judges, UNKNOWN_JUDGES);
  const answered = judged.filter(({ evidence }) => evidence.length > 0);
  return likeliest(UNSEEN_VOTES, answered, (unseen) => ({ ...weights, unseen }));
}

function likeliest(
  values: readonly number[],
  judged: readonly JudgedQuestion[],
  weightsOf: (value: number) => OddsWeights,
): number {
  const fits = values.map((value) => {
    const chances = judged.map(({ evidence, right }) => {
      const { classes, none } = oddsOf(evidence, weightsOf(value));
      return [...classes, none].reduce((sum, chance, index) => sum + (right[index] === true ? chance : 0), 0);
    });
    return { value, likelihood: chances.reduce((sum, chance) => sum + Math.log(chance), 0) };
  });
  return fits.reduce((left, right) => (right.likelihood > left.likelihood ? right : left)).value;
}

function judgedQuestions(
  questions: readonly SimulatedQuestion[],
  judges: readonly SimulatedJudge[],
  believed: Reliabilities,
): JudgedQuestion[] {
  return judges.flatMap((judge) => questions.map((question) => judgedQuestion(question, judge, believed)));
}

interface JudgedQuestion {
  evidence: ClassEvidence[];
  /** By class; last: none. */
  right: boolean[];
}

function judgedQuestion(
  { id, candidates }: SimulatedQuestion,
  judge: SimulatedJudge,
  { evaluator, selector }: Reliabilities,
): JudgedQuestion {
  const classes = classesAmong(candidates);
  const members = classes.map(memberOf);
  const passing = members.filter(({ behaviour, isRight }) => failedTests(judge, id, behaviour, isRight).length === 0);
  const verdicts = verdictWeights(evaluator, passing.length, members.length - passing.length);
  const compared = passing.slice(0, COMPARED);
  const wins = compared.flatMap((left, index) =>
    compared.slice(index + 1).map((right) => ({ left, right, winner: preferred(judge, id, [left, right]) })),
  );
  const evidence = members.map((member, index): ClassEvidence => {
    const won = wins.filter(({ winner }) => winner === member).length;
    const fought = wins.filter(({ left, right }) => left === member || right === member).length;
    return {
      texts: [...(classes[index]?.texts.values() ?? [])],
      models: classes[index]?.models ?? 1,
      verdicts: passing.includes(member) ? verdicts.pass : verdicts.fail,
      comparisons: ((2 * won - fought) * observationWeight(selector)) / 2,
    };
  });
  const right = members.map(({ isRight }) => isRight);
  return { evidence, right: [...right, !right.includes(true)] };
}

function memberOf({ behaviour, representative }: SimulatedClass): { behaviour: number; isRight: boolean } {
  return { behaviour, isRight: representative.suite };
}
