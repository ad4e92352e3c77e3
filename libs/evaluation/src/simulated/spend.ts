import {
  decideWave,
  needsSecondMoment,
  oddsOf,
  openClasses,
  planTestBatches,
  type Effort,
  type OddsWeights,
  type Reliabilities,
} from '@assay/decision';
import { SIMULATED_TESTS } from './simulated-judge.js';
import { classesAmong, type SimulatedClass, type SimulatedText } from './simulated-pool.js';
import type { SimulatedOutcome } from './decide-simulated.js';

/** Batches of a moment, as the settings have it by default. */
const TEST_BATCHES = 5;
/** Test batches and tests from which on TestReducer is asked, as the settings have it by default. */
const REDUCED_FROM = { batches: 2, tests: 10 };

/** Tokens of prompt and answer, about: what the templates of `prompts/` hold, and answers of a usual length. */
const TOKENS = {
  generator: 2200 + 350,
  testGenerator: 1800 + 450,
  reducer: 1300 + 250,
  evaluator: 1750 + 600,
  supervisor: 1850 + 250,
  selector: 1400 + 200,
} as const;
const SCHEMA_TOKENS = 800;
/** One test, and one SQL with the rows that it returned. */
const TEST_TOKENS = 25;
const SHOWN_TOKENS = 150;

/** Candidates that are asked for, wave by wave, before verdicts are known. */
export function candidatesAsked(
  effort: Effort,
  candidates: readonly (SimulatedText | null)[],
): (SimulatedText | null)[] {
  let asked = 0;
  for (;;) {
    const classes = classesAmong(candidates.slice(0, asked));
    const texts = classes.map((own) => [...own.texts.values()]);
    const { next } = decideWave(effort, candidates.length, asked, asked === 0 ? [] : texts);
    if (next === 0) return candidates.slice(0, asked);
    asked += next;
  }
}

/** What a question cost. */
export interface Spent {
  calls: number;
  tokens: number;
}

/** All calls of a question, and about how many tokens they took. */
export function spent(
  effort: Effort,
  asked: readonly (SimulatedText | null)[],
  outcome: SimulatedOutcome,
  odds: { reliabilities: Reliabilities; weights: OddsWeights },
): Spent {
  const classes = classesAmong(asked);
  const plan = planTestBatches(effort, TEST_BATCHES, classes.length, areOpen(classes, odds));
  const isMadeUp = classes.length > 0 && needsSecondMoment(effort, plan.evaluation, outcome.confidence ?? 0);
  // A second moment that is made up for is judged anew.
  const evaluation = plan.evaluation + (isMadeUp ? 1 : 0);
  const evaluations = outcome.judged + (isMadeUp ? outcome.judged : 0);
  const batches = plan.precompute + evaluation;
  const reductions = batches >= REDUCED_FROM.batches && SIMULATED_TESTS >= REDUCED_FROM.tests ? 1 : 0;
  const shown = classes.length * SHOWN_TOKENS;
  const tests = SIMULATED_TESTS * TEST_TOKENS;
  const { reviewed, comparisons } = outcome;
  const calls = asked.length + batches + reductions + evaluations + reviewed + comparisons;
  const tokens =
    asked.length * (TOKENS.generator + SCHEMA_TOKENS) +
    batches * (TOKENS.testGenerator + SCHEMA_TOKENS) +
    evaluation * shown +
    reductions * (TOKENS.reducer + batches * tests) +
    evaluations * (TOKENS.evaluator + SCHEMA_TOKENS + SHOWN_TOKENS + tests) +
    reviewed * (TOKENS.supervisor + SCHEMA_TOKENS + SHOWN_TOKENS + tests) +
    comparisons * (TOKENS.selector + SCHEMA_TOKENS + 2 * SHOWN_TOKENS);
  return { calls, tokens };
}

/** Whether the votes leave more than one class open. */
function areOpen(
  classes: readonly SimulatedClass[],
  { reliabilities, weights }: { reliabilities: Reliabilities; weights: OddsWeights },
): boolean {
  const evidence = classes.map(({ texts }) => ({ texts: [...texts.values()], verdict: null, won: 0, lost: 0 }));
  return openClasses(oddsOf(evidence, reliabilities, weights)).length > 1;
}
