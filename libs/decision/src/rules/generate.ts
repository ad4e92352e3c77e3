import type { FoundValues, GeneratorInput, GeneratorPayload, NumberedTest } from '@assay/contracts';
import { candidatesOf } from '../candidates.js';
import type { Command } from '../command.js';
import { gatherTests, withoutReadings } from '../judged-tests/gather-tests.js';
import { distinctTests, numberTests } from '../judged-tests/plan-judged-tests.js';
import { requirementsOf } from '../judged-tests/tried-tests.js';
import { areRefused } from '../outcome/refusals.js';
import { evidenceFindings } from '../planning/evidence-findings.js';
import { planGeneration } from '../planning/plan-generation.js';
import { requestedValues } from '../planning/requested-values.js';
import { MAX_VALUES } from '../planning/values-to-find.js';
import { planTests } from '../planning/plan-tests.js';
import { planTestBatches, writesTests } from '../spending/test-batches.js';
import { planWaves } from '../spending/waves.js';
import { evaluatorJudgements } from '../verdicts/judgements.js';
import { knownSql, roundsOf, wavesOf } from '../question-run.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { attemptInput, startStage, warn } from './stage-commands.js';

/**
 * Starts the first moment and the first wave: together or, with evidence, one after the other, because generators are
 * given the evidence-critical tests. A bypass and `instant` write no tests.
 */
export const generate: Rule = (situation) => {
  const isTested = writesTests(situation.run.settings);
  const commands: Command[] = [];
  const tests = stageOf(situation, 'precompute-tests');
  const isFirst = wavesOf(situation.run, situation.attempt.ordinal).length === 0;
  if (tests === null && isFirst) commands.push(...knownWarnings(situation), ...evidenceWarnings(situation));
  if (tests === null && isTested) commands.push(...startPrecomputedTests(situation));
  if (isFirst) {
    const waits = situation.run.hasEvidence && isTested && tests?.status !== 'CLOSED';
    if (!waits) commands.push(...startWave(situation, 0, firstWave(situation)));
    return commands;
  }
  return commands.length > 0 ? commands : null;
};

export function knownWarnings({ run, attempt }: Situation): Command[] {
  const failed = (knownSql(run, attempt.ordinal)?.tasks ?? []).filter(({ result }) => result?.valid !== true);
  return failed.map(({ result, error }) => {
    const why = result?.lastError ?? error?.message ?? 'it was not examined';
    return warn('GOLD_SQL_FAILS', `An approved SQL of this question does not run: ${why}`);
  });
}

function evidenceWarnings(situation: Situation): Command[] {
  const { run, attempt } = situation;
  if (attempt.ordinal > 1) return [];
  const task = stageOf(situation, 'prepare')?.tasks[0];
  const looked = (task?.result ?? null) as FoundValues | null;
  // a truncated lookup may miss existing values
  const isWhole = requestedValues(run).values.length < MAX_VALUES;
  const findings = [
    ...evidenceFindings(run.evidence ?? [], run.settings.sendRows && isWhole ? looked : null),
    ...(run.brokenFormulas ?? []).map((formula) => `This formula of the evidence cannot be parsed: ${formula}`),
  ];
  return findings.map((finding) => warn('EVIDENCE_DOUBTFUL', finding));
}

function startPrecomputedTests(situation: Situation): Command[] {
  const input = {
    ...attemptInput(situation),
    moment: 'precompute' as const,
    candidates: [],
    ...withoutReadings(situation.run),
  };
  const { effort, testBatches, verdicts } = situation.run.settings;
  const { precompute } = planTestBatches(effort, testBatches, 0);
  return startStage(situation, 'precompute-tests', input, planTests(precompute, verdicts));
}

const AFTER_REFUSALS = 2;

function firstWave({ run, attempt }: Situation): number {
  const { effort, sqlCandidates, verdicts } = run.settings;
  const adopted = adoptedBy({ run, attempt }).length;
  if (adopted > 0 && effort !== 'exhaustive') return adopted;
  if (
    attempt.ordinal > 1 &&
    verdicts === 'weighed' &&
    effort !== 'exhaustive' &&
    areRefused(candidatesOf(run, attempt.ordinal - 1))
  ) {
    return Math.min(AFTER_REFUSALS, sqlCandidates);
  }
  const [first = sqlCandidates] = planWaves(effort, sqlCandidates);
  return first;
}

/** @param asked candidates requested before */
export function startWave(situation: Situation, asked: number, candidates: number): Command[] {
  const { run, attempt } = situation;
  const adopted = adoptedBy(situation);
  const own = planGeneration(run.settings, run.seed, attempt.ordinal).slice(adopted.length);
  const plan = [...adopted, ...own].slice(asked, asked + candidates);
  const before = roundsOf(run, attempt.ordinal, 'generate');
  const first = 1 + before.reduce((sum, { tasks }) => sum + tasks.length, 0);
  return startStage(situation, 'generate', generatorInput(situation), plan, before.length + 1, first);
}

/** Examines the known SQLs once, also if they return nothing. */
export function startKnown(situation: Situation): Command[] {
  const input = { ...generatorInput(situation), candidateRetries: 0, treatEmptyResultAsError: false };
  return startStage(situation, 'generate', input, situation.run.adopted ?? []);
}

function generatorInput(situation: Situation): GeneratorInput {
  const { settings } = situation.run;
  const { allowFunctions, allowExtensions, allowSystemCatalogs } = settings;
  return {
    ...attemptInput(situation),
    evidenceCriticalTests: evidenceCriticalTests(situation),
    ...failedEvidence(situation),
    ...openPoints(situation),
    candidateRetries: settings.candidateRetries,
    treatEmptyResultAsError: settings.treatEmptyResultAsError,
    ...((settings.preset === 'seeds' || settings.verdicts === 'final') && {
      retryRefusals: true as const,
      checkEvidence: true as const,
    }),
    ...(settings.generatorTools === true ? { tools: true } : {}),
    statement: { statementTimeoutMs: settings.statementTimeoutMs, maxRows: settings.maxRows },
    guard: { allowFunctions, allowExtensions, allowSystemCatalogs },
  };
}

/** Candidates of the continued question, within the limit; at the first level only. */
function adoptedBy({ run, attempt }: Pick<Situation, 'run' | 'attempt'>): readonly GeneratorPayload[] {
  return attempt.ordinal > 1 || run.isKnown === true ? [] : (run.adopted ?? []).slice(0, run.settings.sqlCandidates);
}

/** Reading tests written so far; not with final verdicts, which treat candidates alike. */
function openPoints({ run, attempt }: Situation): Pick<GeneratorInput, 'openPoints'> {
  if (run.settings.verdicts === 'final') return {};
  const precomputed = distinctTests(gatherTests(run, attempt.ordinal, ['precompute']));
  const open = numberTests(precomputed.filter(({ alternatives }) => alternatives !== undefined));
  return open.length === 0 ? {} : { openPoints: open };
}

function evidenceCriticalTests({ run, attempt }: Situation): NumberedTest[] {
  if (!run.hasEvidence || !writesTests(run.settings)) return [];
  const precomputed = distinctTests(gatherTests(run, attempt.ordinal, ['precompute']));
  return numberTests(precomputed.filter((test) => test.evidenceCritical));
}

/** Evidence-critical tests that judged classes fail, each with its first reason. */
function failedEvidence({ run, attempt }: Situation): Pick<GeneratorInput, 'failedEvidence'> {
  const tests = requirementsOf(run, attempt.ordinal);
  const judgements = evaluatorJudgements(run, attempt.ordinal, tests);
  const failed = tests.flatMap(({ evidenceCritical, statement }, index) => {
    const verdicts = judgements.flatMap(({ verdicts: given }) => given[index] ?? []);
    const fail = evidenceCritical ? verdicts.find(({ verdict }) => verdict === 'FAIL') : undefined;
    return fail === undefined ? [] : [{ check: statement, reason: fail.reason }];
  });
  return failed.length === 0 ? {} : { failedEvidence: failed };
}
