import { describe, expect, it } from '@jest/globals';
import { explainDecision, isDemanded, judgedCandidates, lastScore } from '@assay/client';
import { sampleRun } from '@assay/client/testing';
import { nameLevel } from '@assay/contracts/plain';
import {
  LEVELS,
  type AttemptRecord,
  type CandidateRecord,
  type EscalationRecord,
  type Settings,
} from '@assay/contracts';
import fc from 'fast-check';
import { projectAttempts } from '../libs/decision/src/index.js';
import { randomAgents, type AgentTraits } from '../libs/decision/src/fixtures/random-agents.js';
import { SimulatedQuestion, type RunOptions } from '../libs/decision/src/fixtures/simulated-question.js';
import { runOdds, type RunOdds } from '../libs/decision/src/odds/run-odds.js';
import { nextSteps } from '../libs/questions/src/record/next-steps.js';

const chance = fc.constantFrom(0, 0.1, 0.5, 0.9);
const traits: fc.Arbitrary<AgentTraits> = fc.record({
  seed: fc.nat(),
  dies: fc.constantFrom(0, 0, 0.1, 0.4),
  invalid: chance,
  refuses: fc.constantFrom(0, 0, 0.3, 0.9),
  passes: fc.constantFrom(0.2, 0.6, 0.9, 1),
  forgives: chance,
  biased: chance,
  sqls: fc.integer({ min: 1, max: 5 }),
  tests: fc.integer({ min: 0, max: 6 }),
});
const rules: fc.Arbitrary<Partial<Settings>> = fc.oneof(
  fc.record({
    effort: fc.constantFrom('quick' as const, 'economical' as const, 'balanced' as const, 'exhaustive' as const),
    verdicts: fc.constantFrom('final' as const, 'weighed' as const, 'weighed' as const),
    allowSilver: fc.boolean(),
    bypassEvaluation: fc.constantFrom(false, false, false, true),
  }),
  fc.constant({ effort: 'instant' as const, verdicts: 'weighed' as const, allowSilver: true }),
);
const chosen: fc.Arbitrary<RunOptions> = fc.record({
  seed: fc.nat(),
  deadlineAt: fc.constantFrom(null, null, null, 25),
  settings: fc.record({
    sqlCandidates: fc.integer({ min: 2, max: 10 }),
    testBatches: fc.integer({ min: 1, max: 3 }),
    maxLevel: fc.constantFrom(...LEVELS),
    goldConfidence: fc.constantFrom(0.3, 0.6, 0.9),
    silverConfidence: fc.constantFrom(0.1, 1 / 3),
    judge: fc.constantFrom('behaviour' as const, 'text' as const),
  }),
});
const options = fc
  .tuple(chosen, rules)
  .map(([given, rule]): RunOptions => ({ ...given, settings: { ...given.settings, ...rule } }));

interface Played {
  record: EscalationRecord;
  odds: RunOdds;
  /** Messages of its warnings. */
  warnings: string[];
}

/** Random agents, as served. */
function played(agents: AgentTraits, asked: RunOptions): Played {
  const question = new SimulatedQuestion(asked, randomAgents(agents));
  const { type: _, silver, reason, readings = [], openPoints = [], ...ended } = question.runToEnd();
  const { run } = question;
  const view = { ...ended, ...(silver && { silver }), ...(reason && { reason }), readings, openPoints };
  const record = sampleRun({
    ...view,
    settings: run.settings,
    nextSteps: nextSteps({ ...view, settings: run.settings }),
    attempts: projectAttempts(run, () => []),
    events: [],
  });
  const warnings = question.events.flatMap((event) => (event.type === 'warning-raised' ? [event.message] : []));
  return { record, odds: runOdds(run), warnings };
}

const percent = (probability: number): string => `${Math.round(Math.round(probability * 1000) / 10)} %`;
const keyOf = ({ id, behaviour, cluster }: CandidateRecord): string => behaviour ?? cluster ?? id;
const passesIn = (attempt: AttemptRecord, candidate: string): boolean => {
  const score = lastScore(attempt, candidate);
  if (score !== undefined) return score.passed === score.total;
  // an attempt that ended before its case has verdicts without scores
  const own = attempt.verdicts.filter((verdict) => verdict.candidate === candidate);
  return own.length > 0 && own.every(({ verdict }) => verdict === 'PASS');
};
const failsIn = ({ verdicts }: AttemptRecord, own: string): boolean =>
  verdicts.some(({ candidate, verdict }) => candidate === own && verdict === 'FAIL');
const passersIn = (attempt: AttemptRecord): CandidateRecord[] =>
  judgedCandidates(attempt).filter(({ id }) => passesIn(attempt, id));
const winnerOf = ({ attempts }: EscalationRecord): { attempt: AttemptRecord; winner: string } => {
  const attempt = attempts.findLast((each) => each.winner !== null);
  if (!attempt?.winner) throw new Error('nothing won');
  return { attempt, winner: attempt.winner };
};
const demandedIn = (attempt: AttemptRecord): number => attempt.tests.filter(isDemanded).length;

function checkSilver({ record, odds }: Played): void {
  const { silver, result, confidence, stopReason } = record;
  if (silver === undefined) throw new Error('a SILVER says why');
  const { attempt, winner } = winnerOf(record);
  const failed = result?.sqlList[0]?.failedTests.length ?? 0;
  const score = lastScore(attempt, winner);
  expect(explainDecision(record).startsWith(silver.message)).toBe(true);
  const likely = /It is (\d+ %) likely to be right/.exec(silver.message)?.[1];
  if (likely !== undefined) expect(likely).toBe(percent(confidence ?? 0));
  const rival = /another SQL is (\d+ %) likely/.exec(silver.message)?.[1];
  if (rival !== undefined) expect(odds.classes.map(({ probability }) => percent(probability))).toContain(rival);
  if (silver.message.includes('probably not what was asked')) expect(odds.none).toBeGreaterThan(confidence ?? 0);
  if (silver.why === 'failed-tests') {
    expect(silver.message).toContain(`It fails ${failed} of ${score?.total} test`);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBe((score?.total ?? 0) - (score?.passed ?? 0));
  } else expect(failed).toBe(0);
  if (silver.why === 'untested') expect(score).toBeUndefined();
  if (silver.message.startsWith('No test could be written')) expect(attempt.tests).toEqual([]);
  if (silver.message.startsWith('No test was left')) {
    expect([demandedIn(attempt), attempt.tests.length > 0]).toEqual([0, true]);
  }
  if (silver.why === 'other-reading' || silver.why === 'limit') expect(passesIn(attempt, winner)).toBe(true);
  if (stopReason?.startsWith('No SQL passed all tests with any models')) {
    expect(record.attempts.flatMap(passersIn)).toEqual([]);
  }
}

function checkFailed({ record, odds }: Played): void {
  const { reason, result, attempts, refusals, settings } = record;
  if (reason === undefined) throw new Error('a FAILED says why');
  expect(explainDecision(record).startsWith(reason.message)).toBe(true);
  const valid = attempts.flatMap(({ candidates }) => candidates.filter((each) => each.valid));
  if (reason.kind === 'refused') expect(refusals).toContain(reason.message);
  if (reason.kind === 'no-candidate' && settings.verdicts === 'weighed') expect(valid).toEqual([]);
  if (reason.message.startsWith('No SQL passes all its tests')) {
    expect(odds.classes.filter(({ passes }) => passes)).toEqual([]);
    const best = odds.classes.find(({ isJudged, breaksDefinition }) => isJudged && !breaksDefinition);
    if (best !== undefined) expect(reason.message).toContain(percent(best.probability));
    const isUnlikely = (best?.probability ?? 0) < Math.max(settings.silverConfidence, odds.none);
    if (reason.message.includes('is likely to be right')) expect(isUnlikely).toBe(true);
  }
  if (reason.message.startsWith('No test was left')) {
    expect(attempts.flatMap(({ scores }) => scores)).toEqual([]);
    expect(reason.message).toContain(percent(odds.classes[0]?.probability ?? 0));
  }
  if (reason.message.startsWith('The SQLs agree too little')) expect(settings.effort).toBe('instant');
  for (const { sql, failedTests } of result?.sqlList ?? []) {
    if (failedTests.length > 0) continue;
    // judges never decided
    const same = attempts.flatMap((each) =>
      each.candidates.filter((one) => one.sql === sql).map(({ id }) => [each, id] as const),
    );
    expect(same.some(([each, id]) => lastScore(each, id) === undefined || !passesIn(each, id))).toBe(true);
  }
  checkSteps(record);
}

function checkSteps({ nextSteps: steps, result, attempts, level, settings }: EscalationRecord): void {
  expect(steps.length).toBeGreaterThan(0);
  const listed = (result?.sqlList ?? []).flatMap(({ failedTests }) => failedTests.map(({ test }) => test));
  for (const { message } of steps) {
    const most = /failed most often: (.*)\. Say/.exec(message)?.[1];
    const counts = [
      ...Map.groupBy(
        listed.filter((test) => test !== 'valid SQL'),
        (test) => test,
      ).values(),
    ];
    if (most !== undefined) {
      const own = counts.find(([test]) => test?.replace(/\.$/, '') === most)?.length;
      expect(own).toBe(Math.max(...counts.map(({ length }) => length)));
    }
    if (message.startsWith('No SQL ran')) {
      expect(attempts.flatMap(({ candidates }) => candidates.filter(({ valid }) => valid))).toEqual([]);
    }
    if (message.startsWith('No SQL was judged')) expect(listed.filter((test) => test !== 'valid SQL')).toEqual([]);
    if (message.includes('were the last that may be used')) expect(settings.maxLevel).toBe(level);
  }
}

function checkGold({ record, odds }: Played): void {
  const { stopReason, contested, confidence, settings } = record;
  const { attempt, winner } = winnerOf(record);
  const passers = passersIn(attempt);
  expect(passesIn(attempt, winner)).toBe(true);
  const explained = explainDecision(record);
  expect(stopReason).toContain(`(${demandedIn(attempt)} tests`);
  if (stopReason?.includes('one SQL alone passed')) expect(passers).toHaveLength(1);
  if (stopReason?.includes('all returned the same')) expect(new Set(passers.map(keyOf)).size).toBe(1);
  if (stopReason?.includes('together chose one')) expect(new Set(passers.map(keyOf)).size).toBeGreaterThan(1);
  if (explained.includes('it alone passes') || explained.includes('It alone')) expect(passers).toHaveLength(1);
  if (explained.includes('together make it the likeliest')) {
    const finalists = new Set(attempt.selection?.finalists.map(({ candidate }) => candidate));
    const rivals = odds.classes.filter(({ finalist, passes }) => passes && finalists.has(finalist.candidate));
    expect(confidence).toBeCloseTo(Math.max(...rivals.map(({ probability }) => probability)), 2);
  }
  for (const { candidate } of attempt.selection?.finalists ?? []) expect(passesIn(attempt, candidate)).toBe(true);
  const isDoubtful = settings.verdicts === 'weighed' && (confidence ?? 1) < settings.goldConfidence;
  expect(contested?.by === 'low-confidence').toBe(isDoubtful);
  if (isDoubtful) expect(contested?.message).toContain(`only ${percent(confidence ?? 0)} to be right`);
}

const UNSURE = /^The (\w+) models left .* more than (\d+) %/;

function checkEscalations({ record, warnings }: Played): void {
  for (const warning of warnings) {
    const [, level, most] = UNSURE.exec(warning) ?? [];
    if (level === undefined) continue;
    const left = record.attempts.findIndex((each) => nameLevel(each.level).toLowerCase() === level);
    expect(record.attempts[left + 1]?.reason).toBe('TOO_LITTLE');
    expect(record.attempts.slice(0, left + 1).flatMap(passersIn)).not.toEqual([]);
    expect(Number(most) / 100).toBeLessThan(record.settings.escalateBelow + 0.005);
  }
  const lastPasses = new Map<string, boolean>();
  record.attempts.forEach((attempt, index) => {
    const { escalationContext: reported, reason, candidates } = attempt;
    const before = record.attempts[index - 1];
    if (reason === 'ALL_FAILED' && before !== undefined) expect(passersIn(before)).toEqual([]);
    const earlier = record.attempts.slice(0, index).flatMap((each) => each.candidates.map((one) => ({ each, one })));
    for (const { sql } of reported?.outvoted ?? []) {
      expect(earlier.some(({ each, one }) => one.sql === sql && passesIn(each, one.id))).toBe(true);
    }
    for (const { sql, level, passRate, failedTests } of reported?.failedSqls ?? []) {
      expect(passRate).not.toBe(100);
      expect(failedTests.length).toBeGreaterThan(0);
      if (passRate === null || record.settings.verdicts === 'final') continue;
      const meant = earlier.filter(({ each, one }) => one.sql === sql && each.level === level);
      expect(meant.some(({ each, one }) => lastPasses.get(keyOf(one)) === false || failsIn(each, one.id))).toBe(true);
    }
    if (record.settings.verdicts === 'weighed') {
      for (const each of candidates.filter(({ repeatsFailed, valid }) => repeatsFailed && valid)) {
        expect(lastPasses.get(keyOf(each))).not.toBe(true);
      }
    }
    const judged = Map.groupBy(
      judgedCandidates(attempt).filter(({ id }) => lastScore(attempt, id) !== undefined),
      keyOf,
    );
    for (const [key, same] of judged)
      lastPasses.set(
        key,
        same.some(({ id }) => passesIn(attempt, id)),
      );
  });
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

describe('what Assay says of a question', () => {
  it('is what its record says, sentence by sentence', () => {
    fc.assert(
      fc.property(traits, options, (agents, asked) => {
        const reported = played(agents, asked);
        const { status, contested, silver, reason } = reported.record;
        checkEscalations(reported);
        expect([...sentences.segment(explainDecision(reported.record))].length).toBeLessThanOrEqual(3);
        expect([silver !== undefined, reason !== undefined]).toEqual([status === 'SILVER', status === 'FAILED']);
        if (status === 'GOLD') checkGold(reported);
        if (status === 'SILVER') checkSilver(reported);
        if (status === 'FAILED') checkFailed(reported);
        if (status !== 'GOLD' && contested !== null) expect(contested.message).toMatch(/^It fails [1-9]/);
      }),
      { numRuns: 200 },
    );
  });

  it('is checked for every kind of ending', () => {
    const missing = new Set([
      'GOLD',
      'failed-tests',
      'other-reading',
      'untested',
      'limit',
      'refused',
      'no-candidate',
      'tests',
      'none-likely',
      'unsure',
    ]);
    // some ends are rare
    for (const [agents, asked] of fc.sample(fc.tuple(traits, options), { numRuns: 2000, seed: 1 })) {
      const { record, warnings } = played(agents, asked);
      const { status, silver, reason } = record;
      missing.delete(silver?.why ?? reason?.kind ?? status);
      if (warnings.some((warning) => UNSURE.test(warning))) missing.delete('unsure');
      if (missing.size === 0) break;
    }
    expect([...missing]).toEqual([]);
  });
});
