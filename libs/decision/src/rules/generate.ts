import type { FoundValue, GeneratorInput, NumberedTest } from '@assay/contracts';
import type { Command } from '../command.js';
import { gatherTests, withoutReadings } from '../judged-tests/gather-tests.js';
import { distinctTests, numberTests } from '../judged-tests/plan-judged-tests.js';
import { isRefused } from '../outcome/outcome-facts.js';
import { evidenceFindings } from '../planning/evidence-findings.js';
import { planGeneration } from '../planning/plan-generation.js';
import { soughtValues } from '../planning/sought-values.js';
import { MAX_VALUES } from '../planning/values-to-find.js';
import { planTests } from '../planning/plan-tests.js';
import { planTestBatches, writesTests } from '../spending/test-batches.js';
import { planWaves } from '../spending/waves.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { attemptInput, startStage, warn } from './stage-commands.js';

/**
 * First moment and generation: together, or in sequence with evidence, whose critical tests candidates must pass. A
 * bypass has no tests.
 */
export const generate: Rule = (situation) => {
  const isTested = writesTests(situation.run.settings);
  const commands: Command[] = [];
  const tests = stageOf(situation, 'precompute-tests');
  if (tests === null && stageOf(situation, 'generate') === null) commands.push(...evidenceWarnings(situation));
  if (tests === null && isTested) commands.push(...startPrecomputedTests(situation));
  if (stageOf(situation, 'generate') === null) {
    const waits = situation.run.hasEvidence && isTested && tests?.status !== 'CLOSED';
    if (!waits) commands.push(...startWave(situation, 1, 0, firstWave(situation)));
    return commands;
  }
  return commands.length > 0 ? commands : null;
};

/** Warns about wrong evidence, once per question. */
function evidenceWarnings(situation: Situation): Command[] {
  const { run, attempt } = situation;
  if (attempt.ordinal > 1) return [];
  const task = stageOf(situation, 'prepare')?.tasks[0];
  const { found = null } = (task?.result ?? {}) as { found?: FoundValue[] };
  // a truncated lookup may miss existing values
  const isWhole = soughtValues(run).values.length < MAX_VALUES;
  const findings = evidenceFindings(run.evidence ?? [], run.settings.sendRows && isWhole ? found : null);
  return findings.map((finding) => warn('EVIDENCE_DOUBTFUL', finding));
}

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

/** First wave after an attempt that ended in refusals. */
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
 * Requests more candidates.
 * @param asked candidates requested before
 */
export function startWave(situation: Situation, wave: number, asked: number, candidates: number): Command[] {
  const { run, attempt } = situation;
  const { allowFunctions, allowExtensions, allowSystemCatalogs } = run.settings;
  const input: GeneratorInput = {
    ...attemptInput(situation),
    evidenceCriticalTests: evidenceCriticalTests(situation),
    ...openPoints(situation),
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

/** Reading tests written so far; not with final verdicts, which treat candidates alike. */
function openPoints({ run, attempt }: Situation): Pick<GeneratorInput, 'openPoints'> {
  if (run.settings.verdicts === 'final') return {};
  const precomputed = distinctTests(gatherTests(run, attempt.ordinal, ['precompute']));
  const open = numberTests(precomputed.filter(({ alternatives }) => alternatives !== undefined));
  return open.length === 0 ? {} : { openPoints: open };
}

/** Distinct evidence-critical tests of the first moment, numbered. */
function evidenceCriticalTests({ run, attempt }: Situation): NumberedTest[] {
  if (!run.hasEvidence || !writesTests(run.settings)) return [];
  const precomputed = distinctTests(gatherTests(run, attempt.ordinal, ['precompute']));
  return numberTests(precomputed.filter((test) => test.evidenceCritical));
}
