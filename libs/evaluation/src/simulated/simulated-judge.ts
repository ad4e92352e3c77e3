import { seededRandom } from '@assay/contracts';

export interface SimulatedJudge {
  /** Probability of a correct verdict on a class or pair, 0–1. */
  reliability: number;
  /** Probability that a verdict follows the question's common draw, so that verdicts err together, 0–1. */
  correlation: number;
  /** Probability of a false test, which right classes fail and wrong ones half the time. */
  falseTests: number;
  seed: number;
  name?: string;
}

/** A fault fails one; the last is the false test, if any. */
export const SIMULATED_TESTS = 10;

/** From 1; deterministic. */
export function failedTests(judge: SimulatedJudge, question: string, behaviour: number, isRight: boolean): number[] {
  const meetsAll = isTrueVerdict(judge, question, 'class', behaviour) === isRight;
  const failed = meetsAll ? [] : [1 + Math.floor(drawn(judge, question, 'fault', behaviour) * (SIMULATED_TESTS - 1))];
  const isFalse = drawn(judge, question, 'false-test') < judge.falseTests;
  const failsIt = isFalse && (isRight || drawn(judge, question, 'false-test', behaviour) < 0.5);
  return failsIt ? [...failed, SIMULATED_TESTS] : failed;
}

/** Random if both or neither are correct. */
export function preferred(
  judge: SimulatedJudge,
  question: string,
  [first, second]: readonly [PairMember, PairMember],
): PairMember {
  const [low, high] = first.behaviour < second.behaviour ? [first, second] : [second, first];
  const name = `${low.behaviour}/${high.behaviour}`;
  if (low.isRight === high.isRight) return drawn(judge, question, 'pair-coin', name) < 0.5 ? low : high;
  return isTrueVerdict(judge, question, 'pair', name) === low.isRight ? low : high;
}

export interface PairMember {
  behaviour: number;
  isRight: boolean;
}

function isTrueVerdict(judge: SimulatedJudge, question: string, what: string, name: number | string): boolean {
  const isCommon = drawn(judge, question, what, name, 'common') < judge.correlation;
  const draw = isCommon ? drawn(judge, question, 'common') : drawn(judge, question, what, name);
  return draw < judge.reliability;
}

function drawn({ seed, correlation, name }: SimulatedJudge, question: string, ...names: (number | string)[]): number {
  const own = name === undefined ? names : [name, ...names];
  return seededRandom(seed, correlation, question, ...own)();
}
