import { expect } from '@jest/globals';
import type { Attempt } from './attempt-schema.js';
import type { Event } from './event-schema.js';
import { terminalStatus } from './record-fields.js';
import { recordSchema, type Record } from './record-schema.js';

/** Holds the record of an ended question to its shape, and everything in it to everything else. */
export function checkRecord(body: unknown): Record {
  const parsed = recordSchema.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues.slice(0, 12).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the record is not in the shape of the outside contract:\n${where.join('\n')}`);
  }
  const record = parsed.data;
  checkEvents(record);
  checkCalls(record);
  checkOutcome(record);
  record.attempts.forEach((attempt, index) => {
    checkCandidates(attempt, record);
    checkWaves(attempt, record);
    checkTests(attempt);
    checkVerdicts(attempt);
    checkKinds(attempt, record);
    checkBehaviours(attempt, record);
    checkScores(attempt);
    checkEscalation(record.attempts.slice(0, index), attempt);
    expect((attempt.finishedAt ?? '') >= attempt.startedAt && attempt.startedAt >= record.createdAt).toBe(true);
  });
  checkSelection(record);
  checkOverruled(record);
  return record;
}

function checkEvents({ events, status, case: decided, level, calls }: Record): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
  expect(events[0]?.type).toBe('question-accepted');
  expect(events.filter(({ type }) => type === 'question-finished')).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: 'question-finished', status, case: decided, level });
  // told once, however often a task that ran again has read the answer back
  const answered = calls.filter((call) => call.status === 'answered');
  expect(ofType(events, 'call-answered')).toHaveLength(answered.length);
}

function checkCalls({ calls, usage }: Record): void {
  // an answer that was read back had been paid for once all the same
  const answered = calls.filter((call) => call.status === 'answered');
  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  expect(usage.modelCalls).toBe(answered.length);
  expect(usage.inputTokens).toBe(sum(answered.map((call) => call.inputTokens)));
  expect(usage.outputTokens).toBe(sum(answered.map((call) => call.outputTokens)));
  const places = answered.map((call) => `${call.task} ${call.ordinal}`);
  expect(new Set(places).size).toBe(places.length);
  for (const call of calls) expect(call.error === null).toBe(call.status === 'answered');
}

function checkOutcome(record: Record): void {
  const { status, result, confidence, error, finishedAt, attempts } = record;
  expect(terminalStatus.options).toContain(status);
  expect(finishedAt).not.toBeNull();
  expect(error !== null).toBe(status === 'ERROR');
  expect(result !== null).toBe(['GOLD', 'SILVER', 'FAILED'].includes(status));
  expect(confidence !== null).toBe(status === 'GOLD' || status === 'SILVER');
  expect(record.stopReason).not.toBeNull();
  if (result !== null) expect(result.result).toBe(status);
  const last = attempts.at(-1);
  expect(record.case).toBe(last?.case ?? null);
  expect(record.level).toBe(last?.level ?? record.requestedLevel);
  if (status === 'GOLD') expect(result?.sqlList).toMatchObject([{ failedTests: [] }]);
  if (status === 'FAILED') checkFailedList(record);
  else expect(record.refusals).toEqual([]);
  expect(record.nextSteps.length > 0).toBe(status === 'FAILED' || status === 'ERROR');
  if (result === null || status === 'FAILED') expect(record.summary).toBeNull();
  expect(record.corrected).toBe(record.corrections.length > 0);
}

/** Every distinct SQL of every attempt in order, an invalid one with its last error. */
function checkFailedList({ result, attempts }: Record): void {
  const distinct = attempts.flatMap(({ candidates, behaviours }) => {
    const first = new Map(behaviours.map(({ id, representative }) => [id, representative]));
    return candidates.filter(
      ({ id, duplicateOf, sql, behaviour }) =>
        duplicateOf === null && sql.trim() !== '' && (behaviour === null || first.get(behaviour) === id),
    );
  });
  expect(result?.sqlList.map(({ sql }) => sql)).toEqual(distinct.map(({ sql }) => sql));
  const invalid = new Set(attempts.flatMap(({ candidates }) => candidates.filter((each) => !each.valid)));
  for (const { sql } of invalid) {
    if (sql.trim() === '') continue;
    const listed = result?.sqlList.find((entry) => entry.sql === sql);
    expect(listed?.failedTests).toEqual([{ test: 'valid SQL', reason: expect.stringMatching(/./) }]);
  }
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

/** Waves ask for no more than the settings allow; all but the last were followed by another one. */
function checkWaves({ waves, candidates }: Attempt, { settings, events }: Record): void {
  if (settings.effort === 'exhaustive') expect(waves).toEqual([]);
  expect(waves.map(({ ordinal }) => ordinal)).toEqual(waves.map((_wave, index) => index + 1));
  const asked = sum(waves.map((wave) => wave.candidates));
  expect(asked).toBeLessThanOrEqual(Number(settings.sqlCandidates));
  for (const wave of waves.slice(0, -1)) expect(wave.stopped).toBe(false);
  if (waves.at(-1)?.stopped === true) expect(candidates.length).toBeLessThanOrEqual(asked);
  for (const { ordinal, candidates: own, stopped } of waves) {
    const told = ofType(events, 'wave-decided').map(({ wave, candidates: count, stopped: end }) => [wave, count, end]);
    expect(told).toContainEqual([ordinal, own, stopped]);
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

/** Alternatives are those of the test; what was tried stands on record as an event, too. */
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
  const kept = tests.filter(({ number, id }) => number !== null && !metrics.has(id)).length;
  const places = verdicts.map(({ candidate, test, by }) => `${candidate} ${test} ${by}`);
  expect(new Set(places).size).toBe(places.length);
  for (const verdict of verdicts) {
    expect(judged).toContain(verdict.candidate);
    expect(verdict.severity === null).toBe(verdict.by !== 'supervisor');
    expect(verdict.by === 'instances').toBe(metrics.has(verdict.test));
    if (verdict.witness !== undefined) expect(verdict).toMatchObject({ verdict: 'FAIL', by: 'instances' });
  }
  for (const { candidate, by } of evaluations.filter((evaluation) => evaluation.by === 'evaluator')) {
    const own = verdicts.filter((verdict) => verdict.candidate === candidate && verdict.by === by);
    expect(own).toHaveLength(kept);
  }
}

/** Classes are told of every valid candidate or of none; each is judged by the one that stands for it. */
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

/** A score is what its verdicts say, the supervisor's laid over the evaluator's. */
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
    // by a definition nothing may be claimed of a candidate
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
  expect(before?.case === 'D' ? ['ALL_FAILED'] : anyValid ? ['TOO_LITTLE'] : ['NO_SQL', 'TOO_LITTLE']).toContain(
    attempt.reason,
  );
  const told = (attempt.escalationContext?.failedSqls ?? []).map(({ level, sql }) => `${level} ${sql}`);
  const failed = earlier.flatMap((each) =>
    rejectedOf(each)
      .filter(({ duplicateOf, sql }) => duplicateOf === null && sql.trim() !== '')
      .map(({ sql }) => `${each.level} ${sql}`),
  );
  expect(new Set(told).size + (attempt.escalationContext?.leftOut?.sqls ?? 0)).toBe(new Set(failed).size);
  for (const each of told) expect(failed).toContain(each);
}

/** Candidates that are not valid, or whose every test has a verdict that counts. */
function rejectedOf({ candidates, verdicts }: Attempt): Attempt['candidates'] {
  return candidates.filter(({ id, valid }) => {
    if (!valid) return true;
    const final = new Map(
      verdicts.filter(({ candidate }) => candidate === id).map((each) => [each.test, each.verdict]),
    );
    return final.size > 0 && ![...final.values()].includes('UNDECIDED');
  });
}

function checkSelection({ attempts, status, result, settlements, readings }: Record): void {
  const winners = attempts.flatMap(({ winner, candidates }) => candidates.filter(({ id }) => id === winner));
  const hasWinner = status === 'GOLD' || status === 'SILVER';
  const settled = settlements.at(-1);
  if (settled === undefined) expect(winners).toHaveLength(hasWinner ? 1 : 0);
  else expect(status).toBe('GOLD');
  // the original winner stays on record; what was settled last answers
  if (hasWinner) expect(result?.sqlList).toMatchObject([{ sql: settled?.sql ?? winners[0]?.sql }]);
  if (settled !== undefined) expect(readings.find(({ chosen }) => chosen)?.sql).toBe(settled.sql);
  for (const { selection, winner, candidates } of attempts) {
    expect(selection !== null).toBe(winner !== null);
    const ids = candidates.map(({ id }) => id);
    for (const { candidate } of selection?.finalists ?? []) expect(ids).toContain(candidate);
    if (selection) expect(selection.finalists.map(({ candidate }) => candidate)).toContain(winner);
  }
}

/** Only an answer overrules FAILs, its own, never as GOLD; and then it is contested by them. */
function checkOverruled({ attempts, status, settings, contested, mostLikely, confidence, events }: Record): void {
  const overruled = attempts.flatMap(({ verdicts, winner }) =>
    verdicts.filter(({ overruledBy }) => overruledBy !== null).map((verdict) => ({ ...verdict, winner })),
  );
  for (const { candidate, verdict, winner } of overruled) expect([candidate, verdict]).toEqual([winner, 'FAIL']);
  if (overruled.length > 0) expect(status).toBe('SILVER');
  expect(contested?.by === 'failed-tests').toBe(overruled.length > 0);
  expect(contested?.by === 'low-confidence').toBe(status === 'GOLD' && isWeighed() && (confidence ?? 1) < 0.6);
  if (status !== 'FAILED' || !isWeighed()) expect(mostLikely).toBeNull();
  const told = ofType(events, 'verdict-overruled').map(({ candidate, test }) => `${candidate} ${test}`);
  expect(new Set(overruled.map(({ candidate, test }) => `${candidate} ${test}`))).toEqual(new Set(told));

  function isWeighed(): boolean {
    return settings.verdicts === 'weighed';
  }
}

export function ofType<Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { type: Type }>[] {
  return events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
