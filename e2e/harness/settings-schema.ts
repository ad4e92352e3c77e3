import { z } from 'zod';
import { level, percent, share } from './record-fields.js';

const limit = z.int().min(0).nullable();
const relevance = z.strictObject({ top: z.int().min(0).max(50), threshold: share });

/** Later settings only if set. */
export const settingsSchema = z.strictObject({
  preset: z.enum(['default', 'seeds']),
  sqlCandidates: z.int().min(1).max(50),
  testBatches: z.int().min(1).max(100),
  passThreshold: percent,
  allowSilver: z.boolean(),
  goldConfidence: share,
  silverConfidence: share,
  escalateBelow: share,
  bypassEvaluation: z.boolean(),
  treatEmptyResultAsError: z.boolean(),
  // only where it was set
  generatorTools: z.boolean().optional(),
  sendRows: z.boolean(),
  maxLevel: level,
  reduceTests: z.strictObject({ minBatches: z.int().min(1).max(1000), minTests: z.int().min(2).max(1000) }),
  candidateRetries: z.int().min(0).max(10),
  selectionConfidence: share,
  effort: z.enum(['instant', 'quick', 'economical', 'balanced', 'exhaustive']),
  verdicts: z.enum(['weighed', 'final']),
  readings: z.boolean(),
  compare: z.enum(['open', 'all']),
  schemaOrder: z.enum(['fixed', 'shuffled']),
  schemaTokens: z.int(),
  deadlineSeconds: z.int().min(1).max(86_400),
  maxTokens: z.int().min(1).nullable(),
  maxCalls: z.int().min(1).nullable(),
  maxCostUsd: z.number().positive().nullable(),
  statementTimeoutMs: z.int().min(10).max(600_000),
  maxRows: z.int().min(1).max(100_000),
  maxExportRows: z.int().min(1).max(10_000_000),
  quota: z.strictObject({
    questionsPerDay: limit,
    tokensPerDay: limit,
    usdPerDay: z.number().min(0).nullable(),
  }),
  seed: z.int().min(0).max(4_294_967_295).nullable(),
  // configurable, and may be off
  stragglers: z
    .strictObject({ endedShare: z.number().min(0.1).max(1), medianFactor: z.number().min(1).max(100) })
    .nullable(),
  relevantEvidence: relevance,
  relevantGoldSqls: relevance,
  judge: z.enum(['behaviour', 'text']),
  probe: z.strictObject({ instances: z.int().min(0).max(200), seconds: z.number().min(0.1).max(60) }),
  allowFunctions: z.array(z.string().min(1)).max(500),
  allowExtensions: z.array(z.string().min(1)).max(100),
  allowSystemCatalogs: z.boolean(),
  onFinish: z.strictObject({ url: z.string(), values: z.boolean() }).nullable(),
  links: z.strictObject({ frames: z.array(z.string()) }).nullable(),
  asker: z
    .strictObject({
      mode: z.enum(['role', 'variables']),
      claims: z.record(z.string(), z.string()),
      roles: z.array(z.string()),
      allowFunctions: z.array(z.string()),
      allowExtensions: z.array(z.string()),
    })
    .nullable(),
});
