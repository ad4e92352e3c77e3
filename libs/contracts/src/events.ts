import { z } from 'zod';
import { judge, verdict } from './answers/attempt.js';
import { id, level } from './answers/fields.js';
import type { StoryRank } from './answers/story.js';
import type { ErrorNote } from './errors.js';
import { STAGES } from './stages.js';
import { CASES, ESCALATION_REASONS, MOMENTS, QUESTION_STATUSES, TRIAL_DECISIONS } from './record.js';

const count = z.int().min(0);
const text = z.string();
const decided = z.enum(CASES);
const reason = z.enum(ESCALATION_REASONS);
const stage = { level, stage: z.enum(STAGES), tasks: count, failed: count, stragglers: count, elapsedMs: z.number() };
const status = z.enum(QUESTION_STATUSES);

/** Besides type, sequence and time. */
export const QUESTION_EVENTS = {
  'question-accepted': {},
  'attempt-started': { level, reason: reason.nullable() },
  'stage-started': stage,
  'stage-finished': stage,
  'candidate-generated': { candidate: id, sql: text, valid: z.boolean(), duplicateOf: id.nullable(), retries: count },
  'test-generated': { test: id, statement: text.min(1), moment: z.enum(MOMENTS), evidenceCritical: z.boolean() },
  'test-added': { test: id, by: judge },
  'tests-reduced': { before: count, after: count },
  'candidate-executed': {
    candidate: id,
    cluster: text.nullable(),
    rowCount: count.nullable(),
    error: text.nullable(),
  },
  'leader-changed': { candidate: id, agreeing: count, of: count },
  'behaviour-classified': { candidate: id, behaviour: text.min(1) },
  'witness-found': { a: id, b: id, weak: z.boolean() },
  'wave-decided': { wave: z.int().min(1), candidates: count, lead: z.number().min(0).max(1), stopped: z.boolean() },
  'verdict-given': { candidate: id, test: id, verdict, reason: text, by: judge },
  'test-tried': { test: id, decision: z.enum(TRIAL_DECISIONS), reason: text },
  'case-decided': {
    case: decided,
    passRates: z.array(z.strictObject({ candidate: id, passRate: z.number().min(0).max(100) })),
  },
  'verdict-overruled': { candidate: id, test: id, by: z.literal('odds') },
  'pair-compared': { a: id, b: id, winner: id.nullable(), confidence: z.number().min(0).max(1) },
  'level-escalated': { from: level, to: level, reason },
  'call-answered': { agent: text.min(1), model: text.min(1), tokens: count, costUsd: z.number().min(0).nullable() },
  'model-waiting': { agent: text.min(1), model: text.min(1), seconds: count, times: z.int().min(1) },
  'warning-raised': { code: text.regex(/^[A-Z][A-Z0-9_]*$/), message: text.min(1) },
  'question-finished': { status, case: decided.nullable(), level },
} as const satisfies Record<string, z.ZodRawShape>;

export type QuestionEventType = keyof typeof QUESTION_EVENTS;

export type QuestionEvent = {
  [Type in QuestionEventType]: { type: Type } & FieldsOf<(typeof QUESTION_EVENTS)[Type]>;
}[QuestionEventType];

type FieldsOf<Shape> = { -readonly [Field in keyof Shape]: z.infer<Shape[Field]> };

/** An event as stored: gapless from 1, in commit order. */
export type RecordedEvent = QuestionEvent & { sequence: number; at: string };

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
