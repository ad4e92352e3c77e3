import { expect } from '@jest/globals';
import { checkAttempt } from './attempt-consistency.js';
import { ofType } from './event-schema.js';
import { terminalStatus } from './record-fields.js';
import { recordSchema, type Record } from './record-schema.js';
import { sum } from './sum.js';

/** Checks shape and consistency of an ended record. */
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
  record.attempts.forEach((_attempt, index) => checkAttempt(record, index));
  checkSelection(record);
  checkOverruled(record);
  return record;
}

function checkEvents({ events, status, case: decided, level, calls }: Record): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
  expect(events[0]?.type).toBe('question-accepted');
  expect(events.filter(({ type }) => type === 'question-finished')).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: 'question-finished', status, case: decided, level });
  // reported once, however often replayed
  const answered = calls.filter((call) => call.status === 'answered');
  expect(ofType(events, 'call-answered')).toHaveLength(answered.length);
}

function checkCalls({ calls, usage }: Record): void {
  // replayed answers were paid once
  const answered = calls.filter((call) => call.status === 'answered');
  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  expect(usage.modelCalls).toBe(answered.length);
  expect(usage.inputTokens).toBe(sum(answered.map((call) => call.inputTokens)));
  expect(usage.outputTokens).toBe(sum(answered.map((call) => call.outputTokens)));
  const byPlace = Map.groupBy(answered, (call) => `${call.task} ${call.ordinal}`);
  expect([...byPlace.values()].filter((same) => same.length > 1)).toEqual([]);
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
  expect(record.silver !== undefined).toBe(status === 'SILVER');
  expect(record.reason !== undefined).toBe(status === 'FAILED');
  expect(record.nextSteps.length > 0).toBe(status === 'FAILED' || status === 'ERROR');
  if (result === null || status === 'FAILED') expect(record.summary).toBeNull();
  expect(record.corrected).toBe(record.corrections.length > 0);
}

/** Distinct rejected SQLs in order, invalid ones with their last error. */
function checkFailedList({ result, attempts }: Record): void {
  const distinct = attempts.flatMap(({ candidates, behaviours, scores }) => {
    const first = new Map(behaviours.map(({ id, representative }) => [id, representative]));
    const passed = new Set(scores.filter((score) => score.passed === score.total).map(({ candidate }) => candidate));
    return candidates.filter(
      ({ id, duplicateOf, sql, behaviour }) =>
        duplicateOf === null &&
        sql.trim() !== '' &&
        (behaviour === null || first.get(behaviour) === id) &&
        !passed.has(id),
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

function checkSelection({ attempts, status, result, settlements, readings }: Record): void {
  const winners = attempts.flatMap(({ winner, candidates }) => candidates.filter(({ id }) => id === winner));
  const hasWinner = status === 'GOLD' || status === 'SILVER';
  const settled = settlements.at(-1);
  if (settled === undefined) expect(winners).toHaveLength(hasWinner ? 1 : 0);
  else expect(status).toBe('GOLD');
  // what was settled last answers
  if (hasWinner) expect(result?.sqlList).toMatchObject([{ sql: settled?.sql ?? winners[0]?.sql }]);
  if (settled !== undefined) expect(readings.find(({ chosen }) => chosen)?.sql).toBe(settled.sql);
  if (settled !== undefined) expect(winners.map(({ id }) => id)).toEqual([settled.reading]);
  for (const { selection, winner, candidates } of attempts) {
    expect(selection?.by === 'settled').toBe(settled !== undefined && winner === settled.reading);
    expect(selection !== null).toBe(winner !== null);
    const ids = candidates.map(({ id }) => id);
    for (const { candidate } of selection?.finalists ?? []) expect(ids).toContain(candidate);
    if (selection) expect(selection.finalists.map(({ candidate }) => candidate)).toContain(winner);
  }
}

/** Only the answer overrules its own FAILs, never as GOLD, and is contested. */
function checkOverruled(record: Record): void {
  const { attempts, status, settings, contested, mostLikely, confidence, events, settlements } = record;
  const isSettled = settlements.length > 0;
  const overruled = attempts.flatMap(({ verdicts, winner }) =>
    verdicts.filter(({ overruledBy }) => overruledBy !== null).map((verdict) => ({ ...verdict, winner })),
  );
  for (const { candidate, verdict, winner } of overruled) {
    expect(verdict).toBe('FAIL');
    if (!isSettled) expect(candidate).toBe(winner);
  }
  if (overruled.length > 0 && !isSettled) expect(status).toBe('SILVER');
  expect(contested?.by === 'failed-tests').toBe(overruled.length > 0 && !isSettled);
  const isDoubtful = status === 'GOLD' && isWeighed() && !isSettled && (confidence ?? 1) < settings.goldConfidence;
  expect(contested?.by === 'low-confidence').toBe(isDoubtful);
  if (status !== 'FAILED' || !isWeighed()) expect(mostLikely).toBeNull();
  const reported = ofType(events, 'verdict-overruled').map(({ candidate, test }) => `${candidate} ${test}`);
  expect(new Set(overruled.map(({ candidate, test }) => `${candidate} ${test}`))).toEqual(new Set(reported));

  function isWeighed(): boolean {
    return settings.verdicts === 'weighed';
  }
}
