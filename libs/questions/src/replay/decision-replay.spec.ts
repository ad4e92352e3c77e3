import { describe, expect, it } from '@jest/globals';
import type { StageState } from '@assay/decision';
import { candidate, differences, judgement, live, type Results } from '../testing/played-question.js';
import { DecisionReplay } from './decision-replay.js';

const agents =
  (verdict: (ordinal: number, attempt: number) => 'PASS' | 'FAIL'): Results =>
  (kind, ordinal, attempt) => {
    if (kind === 'generate') return candidate(`select ${attempt}${ordinal}`);
    if (kind === 'evaluate') return judgement(verdict(ordinal, attempt));
    if (kind === 'compare') return { reasoning: '', winner: `${attempt}/generate/1/2`, confidence: 0.9 };
    return {
      reasoning: '',
      tests:
        kind === 'precompute-tests'
          ? [{ id: `test ${attempt}`, statement: 'It counts.', evidenceCritical: false }]
          : [],
    };
  };

describe('the replay of decisions', () => {
  it('comes to the same end for one passer, for several, and after an escalation', () => {
    const alone = live(agents((ordinal) => (ordinal === 1 ? 'PASS' : 'FAIL')));
    const several = live(agents(() => 'PASS'));
    const escalated = live(agents((ordinal, attempt) => (attempt === 2 && ordinal === 1 ? 'PASS' : 'FAIL')));
    const failed = live(agents(() => 'FAIL'));
    expect([alone, several, escalated, failed].map(({ ending }) => ending.status)).toEqual([
      'GOLD',
      'GOLD',
      'GOLD',
      'FAILED',
    ]);
    expect(several.run.stages.map(({ kind }) => kind)).toContain('compare');
    expect([alone, several, escalated, failed].map(differences)).toEqual([[], [], [], []]);
  });

  it('ends a cancelled question where the record ends', () => {
    const cancelled = live(
      agents(() => 'PASS'),
      {},
      { until: 'evaluate' },
    );
    expect(cancelled.ending.status).toBe('CANCELLED');
    expect(differences(cancelled)).toEqual([]);
  });

  it('says where a verdict that was changed afterwards leads elsewhere', () => {
    const lived = live(agents((ordinal) => (ordinal === 1 ? 'PASS' : 'FAIL')));
    const stages = lived.run.stages.map((stage) =>
      stage.kind === 'evaluate'
        ? { ...stage, tasks: stage.tasks.map((task) => ({ ...task, result: judgement('PASS') })) }
        : stage,
    ) as StageState[];
    const found = new DecisionReplay({ ...lived.run, stages }, lived.ending).differences();
    expect(found).toContainEqual({ kind: 'decision', at: 'attempt 1, case', recorded: 'A', replayed: 'B' });
    expect(found.at(-1)).toEqual({
      kind: 'decision',
      at: 'attempt 1, compare',
      recorded: null,
      replayed: { tasks: 2 },
    });
  });

  it('says what of a decision on record does not follow', () => {
    const lived = live(agents((ordinal) => (ordinal === 1 ? 'PASS' : 'FAIL')));
    const attempts = lived.run.attempts.map((attempt) => ({ ...attempt, winner: '1/generate/1/2' }));
    const run = { ...lived.run, attempts };
    expect(new DecisionReplay(run, { ...lived.ending, confidence: 1 }).differences()).toMatchObject([
      { at: 'attempt 1, winner', recorded: '1/generate/1/2', replayed: '1/generate/1/1' },
      { at: 'ending', recorded: { confidence: 1 } },
    ]);
  });

  it('reports tasks whose input differs now', () => {
    const lived = live(agents(() => 'PASS'));
    const stages = lived.run.stages.map((stage) =>
      stage.kind === 'generate'
        ? { ...stage, tasks: stage.tasks.map((task) => ({ ...task, payload: { ...task.payload, temperature: 9 } })) }
        : stage,
    );
    expect(differences({ ...lived, run: { ...lived.run, stages } })).toEqual([
      'attempt 1, generate, task 1',
      'attempt 1, generate, task 2',
    ]);
  });
});
