import { AssayError } from '@assay/contracts';
import { type AgentTool, schemaOf } from './agent-tool.js';
import type { LoopLimits } from './loop-limits.js';
import type { RetriesExhausted } from './loop-outcome.js';
import type { ExecutedCall, LoopState } from './loop-state.js';
import type { RequestedCall } from './read-reply.js';
import { ToolArgumentError } from './tool-argument-error.js';
import { ToolRefusedError } from './tool-refused-error.js';
import { z } from 'zod';
import { coerce } from '../answers/coerce.js';
import { describeIssue } from '../answers/describe-issue.js';
import { type JsonSchema, isJsonObject } from '../json-schema.js';

type CheckedArguments =
  | { ok: true; arguments: Record<string, unknown>; coercions: string[] }
  | { ok: false; message: string; coercions: string[] };

const MAX_PROBLEMS = 5;

function checkArguments(tool: AgentTool, given: Record<string, unknown>): CheckedArguments {
  const coercions: string[] = [];
  const value = coerce(given, schemaOf(tool.parameters), '', (path, from, to) => {
    coercions.push(`${path}: ${JSON.stringify(from) ?? 'missing'} → ${JSON.stringify(to) ?? 'missing'}`);
  });
  const result = validatorOf(tool.parameters).safeParse(value);
  if (result.success) return { ok: true, arguments: isJsonObject(result.data) ? result.data : {}, coercions };
  const problems = result.error.issues.slice(0, MAX_PROBLEMS).map((issue) => describeIssue([issue], value).message);
  return { ok: false, message: problems.join(' '), coercions };
}

const validators = new WeakMap<JsonSchema, z.ZodType>();

function validatorOf(parameters: JsonSchema | z.ZodType): z.ZodType {
  if (parameters instanceof z.ZodType) return parameters;
  const validator = validators.get(parameters) ?? z.fromJSONSchema(parameters);
  validators.set(parameters, validator);
  return validator;
}

export interface CallsOutcome {
  latest: ExecutedCall[];
  final: ExecutedCall | null;
  stop: {
    reason: Extract<RetriesExhausted, 'invalid-arguments' | 'refused'> | 'tool-calls' | 'same-arguments';
    detail: string;
  } | null;
}

export interface ToolRun {
  tools: readonly AgentTool[];
  finalTool: string | null;
  limits: LoopLimits;
  signal: AbortSignal;
}

/** In order, up to the final tool or a limit. */
export async function runToolCalls(
  calls: readonly RequestedCall[],
  state: LoopState,
  run: ToolRun,
): Promise<CallsOutcome> {
  const latest: ExecutedCall[] = [];
  for (const call of calls) {
    run.signal.throwIfAborted();
    const tool = run.tools.find((known) => known.name.toLowerCase() === call.name.trim().toLowerCase());
    const stop = boundReached(call, tool, state, run.limits);
    if (stop !== null) return { latest, final: null, stop };
    const executed = await execute(call, tool, state, run);
    state.toolCalls.push(executed);
    latest.push(executed);
    const exhausted = countFailure(executed, state, run.limits);
    if (exhausted !== null) return { latest, final: null, stop: exhausted };
    const isFinal = executed.tool === run.finalTool && executed.status === 'done';
    if (isFinal) return { latest, final: executed, stop: null };
  }
  return { latest, final: null, stop: null };
}

function boundReached(
  call: RequestedCall,
  tool: AgentTool | undefined,
  state: LoopState,
  limits: LoopLimits,
): CallsOutcome['stop'] {
  if (state.toolCalls.length >= limits.toolCalls) {
    return { reason: 'tool-calls', detail: `More than ${limits.toolCalls} tool calls were asked for.` };
  }
  const limit = tool?.sameArgumentsLimit ?? null;
  if (tool === undefined || limit === null) return null;
  const wanted = canonical(checkedOrGiven(tool, call.arguments));
  const before = state.toolCalls.filter((past) => past.tool === tool.name && canonical(past.arguments) === wanted);
  if (before.length < limit) return null;
  return {
    reason: 'same-arguments',
    detail: `${tool.name} was called more than ${limit} times with the same arguments.`,
  };
}

function checkedOrGiven(tool: AgentTool, given: Record<string, unknown>): Record<string, unknown> {
  const checked = checkArguments(tool, given);
  return checked.ok ? checked.arguments : given;
}

async function execute(
  call: RequestedCall,
  tool: AgentTool | undefined,
  state: LoopState,
  run: ToolRun,
): Promise<ExecutedCall> {
  const base = {
    number: state.toolCalls.length + 1,
    iteration: state.iterations,
    tool: tool?.name ?? call.name.trim(),
    arguments: call.arguments,
    coercions: [],
  };
  if (tool === undefined) {
    const names = run.tools.map((known) => known.name).join(', ');
    const error = `There is no tool of this name. The tools are: ${names}.`;
    return { ...base, status: 'unknown-tool', result: { error } };
  }
  const checked = checkArguments(tool, call.arguments);
  const { coercions } = checked;
  if (!checked.ok) {
    return { ...base, coercions, status: 'invalid-arguments', result: { error: checked.message } };
  }
  return runTool(tool, { ...base, arguments: checked.arguments, coercions }, run.signal);
}

async function runTool(
  tool: AgentTool,
  call: Omit<ExecutedCall, 'status' | 'result'>,
  signal: AbortSignal,
): Promise<ExecutedCall> {
  try {
    const result: unknown = await tool.execute(call.arguments, signal);
    return { ...call, status: 'done', result: asJson(result) };
  } catch (error) {
    // Not an error for the model.
    if (signal.aborted || (error instanceof AssayError && !isForModel(error))) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const refused = error instanceof ToolRefusedError ? 'refused' : 'failed';
    const status = error instanceof ToolArgumentError ? 'invalid-arguments' : refused;
    return { ...call, status, result: { error: message } };
  }
}

function isForModel(error: AssayError): boolean {
  return error instanceof ToolArgumentError || error instanceof ToolRefusedError;
}

function countFailure(executed: ExecutedCall, state: LoopState, limits: LoopLimits): CallsOutcome['stop'] {
  const { tool, status } = executed;
  if (status === 'done') delete state.argumentRetries[tool];
  if (status === 'invalid-arguments') {
    const retries = (state.argumentRetries[tool] = (state.argumentRetries[tool] ?? 0) + 1);
    if (retries > limits.argumentRetries) {
      return {
        reason: 'invalid-arguments',
        detail: `${tool} was called ${retries} times in a row with wrong arguments.`,
      };
    }
  }
  if (status === 'refused') {
    const refusals = (state.refusals[tool] = (state.refusals[tool] ?? 0) + 1);
    if (refusals > limits.refusals) {
      return { reason: 'refused', detail: `${tool} was called too early ${refusals} times.` };
    }
  }
  return null;
}

/** Plain JSON; throws if not encodable. */
function asJson(result: unknown): unknown {
  const text = JSON.stringify(result, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

/** Independent of key order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
