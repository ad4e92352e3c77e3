import { z } from 'zod';
import {
  caseName,
  code,
  count,
  escalationReason,
  id,
  judge,
  level,
  moment,
  percent,
  share,
  stageName,
  terminalStatus,
  time,
  trialDecision,
  verdict,
} from './record-fields.js';

const stamp = { sequence: z.int().min(1), at: time };
const stage = {
  level,
  stage: stageName,
  tasks: count,
  failed: count,
  stragglers: count,
  elapsedMs: z.number().min(0),
};

/** The closed list, all fields. */
export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...stamp, type: z.literal('question-accepted') }),
  z.strictObject({ ...stamp, type: z.literal('attempt-started'), level, reason: escalationReason.nullable() }),
  z.strictObject({ ...stamp, type: z.literal('stage-started'), ...stage }),
  z.strictObject({ ...stamp, type: z.literal('stage-finished'), ...stage }),
  z.strictObject({
    ...stamp,
    type: z.literal('candidate-generated'),
    candidate: id,
    sql: z.string(),
    valid: z.boolean(),
    duplicateOf: id.nullable(),
    retries: count,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('test-generated'),
    test: id,
    statement: z.string().min(1),
    moment,
    evidenceCritical: z.boolean(),
  }),
  z.strictObject({ ...stamp, type: z.literal('test-added'), test: id, by: judge }),
  z.strictObject({ ...stamp, type: z.literal('leader-changed'), candidate: id, agreeing: count, of: count }),
  z.strictObject({
    ...stamp,
    type: z.literal('model-waiting'),
    agent: z.string().min(1),
    model: z.string().min(1),
    seconds: count,
    times: z.int().min(1),
  }),
  z.strictObject({ ...stamp, type: z.literal('tests-reduced'), before: count, after: count }),
  z.strictObject({
    ...stamp,
    type: z.literal('candidate-executed'),
    candidate: id,
    cluster: z.string().nullable(),
    rowCount: count.nullable(),
    error: z.string().nullable(),
  }),
  z.strictObject({ ...stamp, type: z.literal('behaviour-classified'), candidate: id, behaviour: z.string().min(1) }),
  z.strictObject({ ...stamp, type: z.literal('witness-found'), a: id, b: id, weak: z.boolean() }),
  z.strictObject({
    ...stamp,
    type: z.literal('wave-decided'),
    wave: z.int().min(1),
    candidates: count,
    lead: share,
    stopped: z.boolean(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('verdict-given'),
    candidate: id,
    test: id,
    verdict,
    reason: z.string(),
    by: judge,
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('test-tried'),
    test: id,
    decision: trialDecision,
    reason: z.string(),
  }),
  z.strictObject({
    ...stamp,
    type: z.literal('case-decided'),
    case: caseName,
    passRates: z.array(z.strictObject({ candidate: id, passRate: percent })),
  }),
  z.strictObject({ ...stamp, type: z.literal('verdict-overruled'), candidate: id, test: id, by: z.literal('odds') }),
  z.strictObject({
    ...stamp,
    type: z.literal('pair-compared'),
    a: id,
    b: id,
    winner: id.nullable(),
    confidence: share,
  }),
  z.strictObject({ ...stamp, type: z.literal('level-escalated'), from: level, to: level, reason: escalationReason }),
  z.strictObject({
    ...stamp,
    type: z.literal('call-answered'),
    agent: z.string().min(1),
    model: z.string().min(1),
    tokens: count,
    costUsd: z.number().min(0).nullable(),
  }),
  z.strictObject({ ...stamp, type: z.literal('warning-raised'), code, message: z.string().min(1) }),
  z.strictObject({
    ...stamp,
    type: z.literal('question-finished'),
    status: terminalStatus,
    case: caseName.nullable(),
    level,
  }),
]);
export type Event = z.infer<typeof eventSchema>;

export function ofType<Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { type: Type }>[] {
  return events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
}
