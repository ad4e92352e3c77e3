import type { Judge, Verdict } from './answers/attempt.js';
import type { StoryRank } from './answers/story.js';
import type { ErrorNote } from './errors.js';
import type { DecisionCase, EscalationReason, QuestionStatus } from './record.js';
import type { Id } from './ids.js';
import type { Level } from './level.js';
import type { Moment, StageKind } from './question.js';

/** Everything a question tells while it is worked on; a closed list. */
export type QuestionEvent =
  | { type: 'question-accepted' }
  | { type: 'attempt-started'; level: Level; reason: EscalationReason | null }
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
  | { type: 'level-escalated'; from: Level; to: Level; reason: EscalationReason }
  | { type: 'call-answered'; agent: string; model: string; tokens: number; costUsd: number | null }
  | { type: 'warning-raised'; code: string; message: string }
  | { type: 'question-finished'; status: QuestionStatus; case: DecisionCase | null; level: Level };

export type QuestionEventType = QuestionEvent['type'];

type FieldsOf<Type extends QuestionEventType> = readonly Exclude<
  keyof Extract<QuestionEvent, { type: Type }>,
  'type'
>[];

const STAGE_FIELDS = ['level', 'stage', 'tasks', 'failed', 'stragglers', 'elapsedMs'] as const;

/** The fields of each event, in the order in which they are told. */
export const EVENT_FIELDS: { readonly [Type in QuestionEventType]: FieldsOf<Type> } = {
  'question-accepted': [],
  'attempt-started': ['level', 'reason'],
  'stage-started': STAGE_FIELDS,
  'stage-finished': STAGE_FIELDS,
  'candidate-generated': ['candidate', 'sql', 'valid', 'duplicateOf', 'retries'],
  'test-generated': ['test', 'statement', 'moment', 'evidenceCritical'],
  'tests-reduced': ['before', 'after'],
  'candidate-executed': ['candidate', 'cluster', 'rowCount', 'error'],
  'verdict-given': ['candidate', 'test', 'verdict', 'reason', 'by'],
  'case-decided': ['case', 'passRates'],
  'pair-compared': ['a', 'b', 'winner', 'confidence'],
  'level-escalated': ['from', 'to', 'reason'],
  'call-answered': ['agent', 'model', 'tokens', 'costUsd'],
  'warning-raised': ['code', 'message'],
  'question-finished': ['status', 'case', 'level'],
};

/** An event as it is stored and served: gapless from 1, in commit order. */
export type RecordedEvent = QuestionEvent & { sequence: number; at: string };

/** Everything a story evaluation tells while it is worked on; a closed list. */
export type StoryEvaluationEvent =
  | { type: 'story-evaluation-accepted'; storyId: string; labels: string[] }
  | {
      type: 'stage-started' | 'stage-finished';
      stage: string;
      tasks: number;
      failed: number;
      stragglers: number;
      elapsedMs: number;
    }
  | { type: 'story-evaluated'; evaluator: string; label: string; model: string; total: number; score: number }
  | { type: 'evaluator-failed'; evaluator: string; label: string; stopReason: string; reason: string }
  | {
      type: 'chunk-narrated';
      label: string;
      chunk: number;
      coveragePercent: number;
      isValid: boolean;
      reason: string | null;
    }
  | { type: 'call-answered'; agent: string; model: string; tokens: number; costUsd: number | null }
  | { type: 'warning-raised'; code: string; message: string }
  | { type: 'candidates-ranked'; ranking: StoryRank[]; choice: string | null }
  | { type: 'story-evaluation-finished'; status: string; choice: string | null; error: ErrorNote | null };
