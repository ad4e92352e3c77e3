import { expect } from '@jest/globals';
import type { Attempt } from './attempt-schema.js';
import { ofType } from './event-schema.js';
import type { Record } from './record-schema.js';
import { sum } from './sum.js';

/** Checks an attempt against itself and earlier ones. */
export function checkAttempt(record: Record, index: number): void {
  const attempt = record.attempts[index] as Attempt;
  checkCandidates(attempt, record);
  checkWaves(attempt, record);
  checkTests(attempt);
  checkVerdicts(attempt);
  checkKinds(attempt, record);
  checkBehaviours(attempt, record);
  checkScores(attempt);
  checkEscalation(record.attempts.slice(0, index), attempt);
  expect((attempt.finishedAt ?? '') >= attempt.startedAt && attempt.startedAt >= record.createdAt).toBe(true);
}

function checkCandidates({ candidates }: Attempt, { events }: Record): void {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  expect(byId.size).toBe(candidates.length);
  expect(new Set(candidates.map(({ ordinal }) => ordinal)).size).toBe(candidates.length);
  for (const candidate of candidates) {
    const generated = ofType(events, 'candidate-generated').filter((event) => event.candidate === candidate.id);
    expect(generated).toMatchObject([
      { sql: candidate.sql, valid: candidate.valid, retries: candidate.retries.length },
    ]);
    if (candidate.duplicateOf !== null) {
      expect(byId.get(candidate.duplicateOf)).toMatchObject({ duplicateOf: null, valid: candidate.valid });
    }
    if (candidate.valid) {
      expect(candidate.execution).toMatchObject({ error: null });
      expect(candidate.cluster).not.toBeNull();
    }
  }
}

/** Within the settings; all but the last were followed. */
function checkWaves({ waves, candidates }: Attempt, { settings, events }: Record): void {
  if (settings.effort === 'exhaustive') expect(waves).toEqual([]);
  expect(waves.map(({ ordinal }) => ordinal)).toEqual(waves.map((_wave, index) => index + 1));
  const asked = sum(waves.map((wave) => wave.candidates));
  expect(asked).toBeLessThanOrEqual(Number(settings.sqlCandidates));
  for (const wave of waves.slice(0, -1)) expect(wave.stopped).toBe(false);
  if (waves.at(-1)?.stopped === true) expect(candidates.length).toBeLessThanOrEqual(asked);
  for (const { ordinal, candidates: own, stopped } of waves) {
    const reported = ofType(events, 'wave-decided').map(({ wave, candidates: count, stopped: end }) => [
      wave,
      count,
      end,
    ]);
    expect(reported).toContainEqual([ordinal, own, stopped]);
  }
}

function checkTests({ tests, verdicts }: Attempt): void {
  const byId = new Map(tests.map((test) => [test.id, test]));
  expect(byId.size).toBe(tests.length);
  const kept = tests.filter(({ number }) => number !== null);
  const numbers = kept.map(({ number }) => number ?? 0);
  expect([...numbers].sort((left, right) => left - right)).toEqual(kept.map((_test, index) => index + 1));
  for (const test of tests) {
    if (test.number !== null) expect(test.keptAs).toBeNull();
    if (test.keptAs === null) continue;
    expect(byId.get(test.keptAs)?.duplicates).toContain(test.id);
    expect(byId.get(test.keptAs)?.number).not.toBeNull();
  }
  for (const test of tests) for (const each of test.duplicates) expect(byId.get(each)?.keptAs).toBe(test.id);
  for (const { test } of verdicts) expect(byId.get(test)?.number).not.toBeNull();
}

/** Alternatives exist; trials have events. */
function checkKinds({ tests, verdicts }: Attempt, { events }: Record): void {
  const byId = new Map(tests.map((test) => [test.id, test]));
  for (const { kind, alternatives, evidenceCritical, contested, number } of tests) {
    expect(alternatives.length === 0).toBe(kind === 'requirement');
    expect(new Set(alternatives.map(({ id }) => id)).size).toBe(alternatives.length);
    if (evidenceCritical) expect(kind).toBe('requirement');
    if (contested !== null) expect(number).not.toBeNull();
  }
  for (const { test, alternative } of verdicts) {
    if (alternative !== undefined) expect(byId.get(test)?.alternatives.map(({ id }) => id)).toContain(alternative);
  }
  for (const { test, decision, reason } of ofType(events, 'test-tried')) {
    if (byId.has(test)) expect(byId.get(test)?.contested).toMatchObject({ decision, reason });
  }
}

function checkVerdicts({ candidates, tests, verdicts, evaluations }: Attempt): void {
  const judged = new Set(candidates.filter((each) => each.valid && each.duplicateOf === null).map(({ id }) => id));
  const metrics = new Set(tests.filter(({ origin }) => origin === 'metric').map(({ id }) => id));
  const added = new Set(tests.filter(({ moment }) => moment === 'judge').map(({ id }) => id));
  const kept = tests.filter(({ number, id }) => number !== null && !metrics.has(id) && !added.has(id)).length;
  const places = verdicts.map(({ candidate, test, by }) => `${candidate} ${test} ${by}`);
  expect(new Set(places).size).toBe(places.length);
  for (const verdict of verdicts) {
    expect(judged).toContain(verdict.candidate);
    expect(verdict.severity === null).toBe(verdict.by !== 'supervisor');
    expect(verdict.by === 'instances').toBe(metrics.has(verdict.test));
    if (verdict.witness !== undefined) expect(verdict).toMatchObject({ verdict: 'FAIL', by: 'instances' });
  }
  for (const { candidate, by } of evaluations.filter((evaluation) => evaluation.by === 'evaluator')) {
    const own = verdicts.filter(
      (verdict) => verdict.candidate === candidate && verdict.by === by && !added.has(verdict.test),
    );
    expect(own).toHaveLength(kept);
  }
}

/** All or no valid candidates have classes, judged by representatives. */
function checkBehaviours({ candidates, behaviours, verdicts, suite, witnesses }: Attempt, { events }: Record): void {
  const valid = candidates.filter((candidate) => candidate.valid);
  const classOf = new Map(behaviours.flatMap(({ id, candidates: own }) => own.map((candidate) => [candidate, id])));
  for (const { id, behaviour } of candidates) expect(behaviour).toBe(classOf.get(id) ?? null);
  if (behaviours.length === 0) return;
  expect([...classOf.keys()].sort()).toEqual(valid.map(({ id }) => id).sort());
  expect(sum(behaviours.map(({ share }) => share))).toBeCloseTo(1);
  for (const { representative, candidates: own } of behaviours) expect(own).toContain(representative);
  const representatives = new Set(behaviours.map(({ representative }) => representative));
  for (const { candidate } of verdicts) expect(representatives).toContain(candidate);
  for (const { candidate, behaviour } of ofType(events, 'behaviour-classified')) {
    if (classOf.has(candidate)) expect(behaviour).toBe(classOf.get(candidate));
  }
  for (const { a, b, instance } of witnesses) {
    for (const candidate of [a, b]) expect(classOf.has(candidate)).toBe(true);
    expect(suite.map(({ id }) => id)).toContain(instance);
  }
}

/** Supervisor verdicts override evaluator verdicts. */
function checkScores({ scores, verdicts, candidates, tests }: Attempt): void {
  const demanded = tests.filter(
    ({ number, kind, contested }) => number !== null && kind === 'requirement' && contested?.decision !== 'mistaken',
  );
  const requirements = new Set(demanded.map(({ id }) => id));
  const listed = scores.map(({ candidate, by }) => `${candidate} ${by}`);
  expect(new Set(listed).size).toBe(listed.length);
  for (const score of scores) {
    const final = new Map<string, string>();
    for (const by of ['evaluator', 'supervisor'] as const) {
      if (by === 'supervisor' && score.by === 'evaluator') continue;
      for (const verdict of verdicts) {
        const counts = verdict.candidate === score.candidate && requirements.has(verdict.test);
        if (counts && (verdict.by === by || verdict.by === 'instances')) final.set(verdict.test, verdict.verdict);
      }
    }
    // definitions may give no verdict
    const own = demanded.filter(({ id, origin }) => origin !== 'metric' || final.has(id));
    const total = own.length;
    const passed = [...final.values()].filter((verdict) => verdict === 'PASS').length;
    expect(score).toMatchObject({ passed, total });
    expect(score.passRate).toBeCloseTo((100 * passed) / total, 2);
    const number = candidates.filter((each) => each.valid && each.duplicateOf === null);
    const place = number.toSorted((left, right) => left.ordinal - right.ordinal);
    expect(score.text).toMatch(new RegExp(`^SQL #${place.findIndex(({ id }) => id === score.candidate) + 1}: `));
  }
}

function checkEscalation(earlier: readonly Attempt[], attempt: Attempt): void {
  if (earlier.length === 0) {
    expect(attempt).toMatchObject({ reason: null, escalationContext: null });
    return;
  }
  const before = earlier.at(-1);
  const anyValid = before?.candidates.some(({ valid }) => valid) ?? false;
  const refused = before?.candidates.some(({ sql }) => sql.trim() === '') ?? false;
  const due = before?.case === 'D' ? ['ALL_FAILED'] : anyValid && !refused ? ['TOO_LITTLE'] : ['NO_SQL', 'TOO_LITTLE'];
  expect(due).toContain(attempt.reason);
  const reported = (attempt.escalationContext?.failedSqls ?? []).map(({ level, sql }) => `${level} ${sql}`);
  const passing = passingKeys(earlier);
  const failed = earlier.flatMap((each) =>
    rejectedOf(each)
      .filter(({ duplicateOf, sql }) => duplicateOf === null && sql.trim() !== '')
      .filter((candidate) => !candidate.valid || !passing.has(keyOf(candidate)))
      .map(({ sql }) => `${each.level} ${sql}`),
  );
  expect(new Set(reported).size + (attempt.escalationContext?.leftOut?.sqls ?? 0)).toBe(new Set(failed).size);
  for (const each of reported) expect(failed).toContain(each);
}

type Candidate = Attempt['candidates'][number];

const keyOf = ({ id, behaviour, cluster }: Candidate): string => behaviour ?? cluster ?? id;

/** In their last judgement. */
function passingKeys(attempts: readonly Attempt[]): ReadonlySet<string> {
  const passing = new Set<string>();
  for (const { candidates, scores } of attempts) {
    const last = new Map(scores.map((score) => [score.candidate, score]));
    const judged = candidates.filter(({ id }) => last.has(id));
    for (const each of judged) passing.delete(keyOf(each));
    for (const each of judged) {
      const score = last.get(each.id);
      if (score?.passed === score?.total) passing.add(keyOf(each));
    }
  }
  return passing;
}

/** Invalid, or failed with every verdict counted. */
function rejectedOf({ candidates, verdicts }: Attempt): Candidate[] {
  return candidates.filter(({ id, valid }) => {
    if (!valid) return true;
    const final = new Map(
      verdicts.filter(({ candidate }) => candidate === id).map((each) => [each.test, each.verdict]),
    );
    return final.size > 0 && ![...final.values()].includes('UNDECIDED');
  });
}
