import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '@assay/contracts';
import { recordedEvents, sampleId, sampleRun } from '../testing/index.js';
import {
  countVerdicts,
  distinctCandidates,
  endedTasks,
  NO_PROGRESS,
  type QuestionProgress,
} from './question-progress.js';
import { reduceProgress } from './reduce-progress.js';

const { events } = sampleRun();

function progressAfter(given: RecordedEvent[]): QuestionProgress {
  return given.reduce(reduceProgress, NO_PROGRESS);
}

describe('reduceProgress', () => {
  it('keeps each attempt with its level, reason, candidates and decision', () => {
    const { attempts } = progressAfter(events);
    expect(attempts.map(({ level, reason, decision }) => [level, reason, decision?.case])).toEqual([
      ['BASIC', null, 'D'],
      ['ADVANCED', 'ALL_FAILED', 'A'],
    ]);
    expect(attempts.map((attempt) => attempt.candidates.length)).toEqual([2, 2]);
    expect(attempts.map((attempt) => distinctCandidates(attempt).length)).toEqual([1, 1]);
  });

  it('counts tests, calls, tokens and cost, and keeps warnings', () => {
    const { attempts, usage, warnings } = progressAfter(events);
    expect(attempts[1]?.tests).toBe(2);
    expect(usage).toEqual({ calls: 2, tokens: 2_000, costUsd: 0.002, unpricedCalls: 0 });
    expect(warnings).toEqual([{ code: 'SLOW_MODEL', message: 'The model answers slowly.' }]);
  });

  it('counts calls without a price apart', () => {
    const call = { type: 'call-answered', agent: 'generator', model: 'm', tokens: 5, costUsd: null } as const;
    expect(progressAfter(recordedEvents([call, call])).usage).toMatchObject({ calls: 2, costUsd: 0, unpricedCalls: 2 });
  });

  it("lets the supervisor's verdict replace the evaluator's", () => {
    const attempt = progressAfter(events).attempts[1];
    expect(attempt && countVerdicts(attempt, sampleId(21))).toEqual({ passed: 2, failed: 0, undecided: 0 });
  });

  it('closes the stage that is open, and lets one kind run twice', () => {
    const stage = { level: 'BASIC', stage: 'evaluate', tasks: 2, failed: 0, stragglers: 0, elapsedMs: 700 } as const;
    const { attempts } = progressAfter(
      recordedEvents([
        { type: 'attempt-started', level: 'BASIC', reason: null },
        { type: 'stage-started', ...stage },
        { type: 'stage-finished', ...stage, failed: 1 },
        { type: 'stage-started', ...stage, tasks: 1 },
      ]),
    );
    expect(attempts[0]?.stages.map(({ tasks, failed, elapsedMs }) => [tasks, failed, elapsedMs])).toEqual([
      [2, 1, 700],
      [1, 0, null],
    ]);
  });

  it('counts ended tasks of a running stage, if events show them', () => {
    const attempt = progressAfter(events.slice(0, 5)).attempts[0];
    const generate = attempt?.stages[0];
    expect(attempt && generate && endedTasks(attempt, generate)).toBe(1);
  });

  it('ends with the outcome', () => {
    expect(progressAfter(events).outcome).toEqual({ status: 'GOLD', case: 'A', level: 'ADVANCED' });
    expect(progressAfter(events.slice(0, -1)).outcome).toBeNull();
  });

  it('is not moved by events that it has counted', () => {
    fc.assert(
      fc.property(fc.nat(events.length), fc.nat(events.length), (length, again) => {
        const progress = progressAfter(events.slice(0, length));
        expect(events.slice(0, Math.min(length, again)).reduce(reduceProgress, progress)).toEqual(progress);
      }),
    );
  });

  it('makes something of a stream that was joined at any point', () => {
    for (let start = 0; start < events.length; start++) {
      const { outcome, lastSequence } = progressAfter(events.slice(start));
      expect([outcome?.status, lastSequence]).toEqual(['GOLD', events.length]);
    }
  });

  it('passes over events of a type that it does not know', () => {
    const unknown = { type: 'moon-rose', sequence: 1, at: '2026-03-01T10:00:00.000Z' } as unknown as RecordedEvent;
    expect(progressAfter([unknown])).toEqual({
      ...NO_PROGRESS,
      lastSequence: 1,
      startedAt: unknown.at,
      lastEventAt: unknown.at,
    });
  });
});
