import type { DecisionCase, Judge, QuestionStatus, Verdict } from './record.js';
import type { Id } from './ids.js';
import type { Level } from './level.js';
import type { Moment, StageKind } from './question.js';

/** Everything a question tells while it is worked on; a closed list. */
export type QuestionEvent =
  | { type: 'question-accepted' }
  | { type: 'attempt-started'; level: Level; reason: null | 'NO_SQL' | 'ALL_FAILED' }
  | {
      type: 'stage-started';
      level: Level;
      stage: StageKind;
      tasks: number;
      failed: number;
      stragglers: number;
      elapsedMs: number;
    }
  | {
      type: 'stage-finished';
      level: Level;
      stage: StageKind;
      tasks: number;
      failed: number;
      stragglers: number;
      elapsedMs: number;
    }
  | { type: 'candidate-generated'; candidate: Id; sql: string; valid: boolean; duplicateOf: Id | null; retries: number }
  | { type: 'test-generated'; test: Id; statement: string; moment: Moment; evidenceCritical: boolean }
  | { type: 'tests-reduced'; before: number; after: number }
  | { type: 'candidate-executed'; candidate: Id; cluster: string | null; rowCount: number | null; error: string | null }
  | { type: 'verdict-given'; candidate: Id; test: Id; verdict: Verdict; reason: string; by: Judge }
  | { type: 'case-decided'; case: DecisionCase; passRates: { candidate: Id; passRate: number }[] }
  | { type: 'pair-compared'; a: Id; b: Id; winner: Id | null; confidence: number }
  | { type: 'level-escalated'; from: Level; to: Level; reason: 'NO_SQL' | 'ALL_FAILED' }
  | { type: 'call-answered'; agent: string; model: string; tokens: number; costUsd: number | null }
  | { type: 'warning-raised'; code: string; message: string }
  | { type: 'question-finished'; status: QuestionStatus; case: DecisionCase | null; level: Level };

export type QuestionEventType = QuestionEvent['type'];

/** An event as it is stored and served: gapless from 1, in commit order. */
export type RecordedEvent = QuestionEvent & { sequence: number; at: string };
