import { seededRandom } from '@assay/decision';

/** A judge that is right with a known probability. */
export interface SimulatedJudge {
  /** Probability that a verdict on a class, or on a pair of classes, is right, 0–1. */
  reliability: number;
  /** Probability that a verdict is the draw that is common to all verdicts of the question, 0–1. */
  correlation: number;
  /** Probability that one of the question's tests is false: right classes fail it, wrong ones by a coin; 0–1. */
  falseTests: number;
  seed: number;
  /** Name of the draws of one judge among several of a question; absent where there is one. */
  name?: string;
}

/** Tests of a simulated question. A fault is held against one of them; the last is the false one, where there is one. */
export const SIMULATED_TESTS = 10;

/** Numbers of the tests (from 1) that the judge says a class fails; the same however often it is asked. */
export function failedTests(judge: SimulatedJudge, question: string, behaviour: number, isRight: boolean): number[] {
  const meetsAll = isTrueVerdict(judge, question, 'class', behaviour) === isRight;
  const failed = meetsAll ? [] : [1 + Math.floor(drawn(judge, question, 'fault', behaviour) * (SIMULATED_TESTS - 1))];
  const isFalse = drawn(judge, question, 'false-test') < judge.falseTests;
  const failsIt = isFalse && (isRight || drawn(judge, question, 'false-test', behaviour) < 0.5);
  return failsIt ? [...failed, SIMULATED_TESTS] : failed;
}

/** Which of a pair the judge prefers; where both or neither is right, a coin. */
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
