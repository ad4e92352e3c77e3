import type { StageKind } from '@assay/contracts';
import type { TaskCounts } from './decide-simulated.js';
import { SIMULATED_TESTS } from './simulated-judge.js';

const TOKENS = {
  generator: 2200 + 350,
  testGenerator: 1800 + 450,
  reducer: 1300 + 250,
  evaluator: 1750 + 600,
  supervisor: 1850 + 250,
  selector: 1400 + 200,
  trial: 1500 + 250,
} as const;
const SCHEMA_TOKENS = 800;
const TEST_TOKENS = 25;
const SHOWN_TOKENS = 150;

export interface Spent {
  calls: number;
  tokens: number;
}

/**
 * Calls and estimated tokens, at most: each batch counts as a call, each judgement as one by all tests.
 * @param classes second-moment tests see one SQL of each
 */
export function spent(tasks: TaskCounts, classes: number): Spent {
  const of = (kind: StageKind): number => tasks[kind] ?? 0;
  const [generated, evaluations, reviews, comparisons] = [
    of('generate'),
    of('evaluate'),
    of('supervise'),
    of('compare'),
  ];
  const [precomputed, seeing, reductions] = [of('precompute-tests'), of('evaluation-tests'), of('reduce-tests')];
  const batches = precomputed + seeing;
  const trials = of('trial');
  const tests = SIMULATED_TESTS * TEST_TOKENS;
  const tokens =
    generated * (TOKENS.generator + SCHEMA_TOKENS) +
    batches * (TOKENS.testGenerator + SCHEMA_TOKENS) +
    seeing * classes * SHOWN_TOKENS +
    reductions * (TOKENS.reducer + batches * tests) +
    evaluations * (TOKENS.evaluator + SCHEMA_TOKENS + SHOWN_TOKENS + tests) +
    reviews * (TOKENS.supervisor + SCHEMA_TOKENS + SHOWN_TOKENS + tests) +
    trials * (TOKENS.trial + SCHEMA_TOKENS + classes * SHOWN_TOKENS + tests) +
    comparisons * (TOKENS.selector + SCHEMA_TOKENS + 2 * SHOWN_TOKENS);
  return { calls: generated + batches + reductions + evaluations + trials + reviews + comparisons, tokens };
}
