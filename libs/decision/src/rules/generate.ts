import type { GeneratorInput, NumberedTest } from '@assay/contracts';
import type { Command } from '../command.js';
import { gatherTests, withoutReadings } from '../judged-tests/gather-tests.js';
import { distinctTests, numberTests } from '../judged-tests/plan-judged-tests.js';
import { isRefused } from '../outcome/outcome-facts.js';
import { planGeneration } from '../planning/plan-generation.js';
import { planTests } from '../planning/plan-tests.js';
import { planTestBatches } from '../spending/test-batches.js';
import { planWaves } from '../spending/waves.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { attemptInput, startStage } from './stage-commands.js';

/**
 * The first moment of tests, and generation: together, or one after the other where there is evidence, whose critical
 * tests the candidates must pass. A bypassed evaluation has no tests.
 */
export const generate: Rule = (situation) => {
  const { bypassEvaluation } = situation.run.settings;
  const commands: Command[] = [];
  const tests = stageOf(situation, 'precompute-tests');
  if (tests === null && !bypassEvaluation) commands.push(...startPrecomputedTests(situation));
  if (stageOf(situation, 'generate') === null) {
    const waits = situation.run.hasEvidence && !bypassEvaluation && tests?.status !== 'CLOSED';
    if (!waits) commands.push(...startWave(situation, 1, 0, firstWave(situation)));
    return commands;
  }
  return commands.length > 0 ? commands : null;
};

function startPrecomputedTests(situation: Situation): Command[] {
  const input = {
    ...attemptInput(situation),
    moment: 'precompute' as const,
    candidates: [],
    ...withoutReadings(situation.run),
  };
  const { effort, testBatches } = situation.run.settings;
  return startStage(
    situation,
    'precompute-tests',
    input,
    planTests(planTestBatches(effort, testBatches, 0).precompute),
  );
}

/** Candidates of the first wave after an attempt that ended in refusals. */
const AFTER_REFUSALS = 2;

function firstWave({ run, attempt }: Situation): number {
  const { effort, sqlCandidates, verdicts } = run.settings;
  if (attempt.ordinal > 1 && verdicts === 'weighed' && effort !== 'exhaustive' && isRefused(run)) {
    return Math.min(AFTER_REFUSALS, sqlCandidates);
  }
  const [first = sqlCandidates] = planWaves(effort, sqlCandidates);
  return first;
}

/**
 * Asks for further candidates.
 *
 * @param asked candidates asked for before
 */
export function startWave(situation: Situation, wave: number, asked: number, candidates: number): Command[] {
  const { run, attempt } = situation;
  const { allowFunctions, allowExtensions, allowSystemCatalogs } = run.settings;
  const input: GeneratorInput = {
    ...attemptInput(situation),
    evidenceCriticalTests: evidenceCriticalTests(situation),
    candidateRetries: run.settings.candidateRetries,
    treatEmptyResultAsError: run.settings.treatEmptyResultAsError,
    ...((run.settings.preset === 'seeds' || run.settings.verdicts === 'final') && { retryRefusals: true as const }),
    ...(run.settings.generatorTools === true ? { tools: true } : {}),
    statement: { statementTimeoutMs: run.settings.statementTimeoutMs, maxRows: run.settings.maxRows },
    guard: { allowFunctions, allowExtensions, allowSystemCatalogs },
  };
  const plan = planGeneration(run.settings, run.seed, attempt.ordinal).slice(asked, asked + candidates);
  return startStage(situation, 'generate', input, plan, wave, asked + 1);
}

/** The distinct evidence-critical tests of the first moment, numbered among themselves. */
function evidenceCriticalTests({ run, attempt }: Situation): NumberedTest[] {
  if (!run.hasEvidence || run.settings.bypassEvaluation) return [];
  const precomputed = distinctTests(gatherTests(run, attempt.ordinal, ['precompute']));
  return numberTests(precomputed.filter((test) => test.evidenceCritical));
}
