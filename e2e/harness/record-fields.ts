import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Shared by parts of the record. */
export const id = z.uuidv7();
export const time = z.iso.datetime({ offset: false });
export const count = z.int().min(0);
export const percent = z.number().min(0).max(100);
/** From 0 to 1. */
export const share = z.number().min(0).max(1);
const NO_AGENTS = ['db-sampler', 'prober', 'story-evaluator'];
export const agent = z.enum(frozenNames('TASK_QUEUES').filter((queue) => !NO_AGENTS.includes(queue)));
export const stageName = z.enum(frozenNames('STAGES'));
export const level = z.enum(['BASIC', 'ADVANCED', 'EXPERT']);
export const caseName = z.enum(['A', 'B', 'C', 'D']);
export const escalationReason = z.enum(['NO_SQL', 'ALL_FAILED', 'TOO_LITTLE']);
export const moment = z.enum(['precompute', 'evaluation']);
export const judge = z.enum(['evaluator', 'supervisor', 'instances']);
export const verdict = z.enum(['PASS', 'FAIL', 'UNDECIDED']);
export const trialDecision = z.enum(['demanded', 'reading', 'mistaken']);
export const terminalStatus = z.enum(['GOLD', 'SILVER', 'FAILED', 'ERROR', 'CANCELLED']);
export const status = z.enum(['QUEUED', 'RUNNING', ...terminalStatus.options]);
export const code = z.string().regex(/^[A-Z][A-Z0-9_]*$/);
export const failedTests = z.array(z.strictObject({ test: z.string(), reason: z.string() }));
export const errorNote = z.strictObject({ code, message: z.string().min(1) });

/** A list of the snapshot of the outside contract, which is approved by hand. */
function frozenNames(list: string): string[] {
  const snapshot = readFileSync(new URL('../../scripts/__snapshots__/contract.spec.ts.snap', import.meta.url), 'utf8');
  const [, body = ''] = new RegExp(`"${list}": \\[([^\\]]+)\\]`).exec(snapshot) ?? [];
  const names = [...body.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`the snapshot of the contract has no ${list}`);
  return names;
}
