import { fenced, neutralise } from '../prompts/index.js';
import { type Completion } from '../client/completion.js';
import { type ModelMessage } from '../client/model-request.js';
import { toolDefinitions } from './agent-tool.js';
import { DEFAULT_LOOP_LIMITS, type LoopLimits } from './loop-limits.js';
import { type LoopOptions, type LoopPorts } from './loop-options.js';
import { type LoopOutcome, type LoopRecord } from './loop-outcome.js';
import { type LoopState, initialState } from './loop-state.js';
import { type ReminderReason, fixedReminder } from './reminder.js';
import { type AgentReply, readReply } from './read-reply.js';
import { renderPrompt } from './render-prompt.js';
import { type CallsOutcome, runToolCalls } from './run-tool-calls.js';

type Ending = {
  [Status in LoopOutcome['status']]: Omit<Extract<LoopOutcome, { status: Status }>, keyof LoopRecord>;
}[LoopOutcome['status']] & {
  detail: string;
};

/**
 * Each iteration sends system message and prompt; results enter by placeholders or a section; the text of earlier
 * replies is never sent.
 * @throws errors of ports, `AssayError`s of tools other than refusals and wrong arguments, the signal's reason
 */
export async function runLoop(options: LoopOptions, ports: LoopPorts, signal: AbortSignal): Promise<LoopOutcome> {
  const limits = { ...DEFAULT_LOOP_LIMITS, ...options.limits };
  const state = options.state === undefined ? initialState('') : structuredClone(options.state);
  state.currentPrompt = promptOf(options, state, limits);
  for (;;) {
    signal.throwIfAborted();
    const ending = limitReached(state, limits) ?? (await iterate(options, ports, state, limits, signal));
    state.currentPrompt = promptOf(options, state, limits);
    await ports.onState?.(structuredClone(state));
    if (ending !== null) {
      const { toolCalls, iterations, usage } = state;
      return { ...ending, toolCalls, iterations, usage };
    }
  }
}

function promptOf(options: LoopOptions, state: LoopState, limits: LoopLimits): string {
  const toolNames = options.placeholders === false ? [] : options.tools.map((tool) => tool.name);
  const { toolCalls, remark } = state;
  return renderPrompt({ template: options.prompt, toolNames, toolCalls, remark, fence: options.fence, limits });
}

function limitReached(state: LoopState, limits: LoopLimits): Ending | null {
  if (state.iterations < limits.iterations) return null;
  const detail = `No end after ${limits.iterations} iterations.`;
  return { status: 'limit-reached', stopReason: 'iterations', finalResponse: null, detail };
}

async function iterate(
  options: LoopOptions,
  ports: LoopPorts,
  state: LoopState,
  limits: LoopLimits,
  signal: AbortSignal,
): Promise<Ending | null> {
  const completion = await ask(options, ports, state);
  const toolNames = options.tools.map((tool) => tool.name);
  const known = options.answer === undefined ? toolNames : [...toolNames, options.answer.contract];
  const reply = readReply(completion, known);
  ports.onReply?.(state.iterations - 1, reply);
  if (reply.isEmpty && completion.refusal === null) {
    return {
      status: 'failed',
      stopReason: 'empty-reply',
      finalResponse: null,
      detail: 'The model replied with nothing.',
    };
  }
  const calls = reply.calls.filter((call) => !isAnswer(options, call.name));
  if (reply.error !== null) return remind('malformed-reply', reply.error, reply, { options, ports, state, limits });
  if (calls.length === 0) return withoutCalls(completion, reply, { options, ports, state, limits });
  const finalTool =
    options.tools.find((tool) => tool.name.toLowerCase() === options.finalTool?.toLowerCase())?.name ?? null;
  const outcome = await runToolCalls(calls, state, { tools: options.tools, finalTool, limits, signal });
  return afterCalls(outcome, reply, options, state);
}

async function ask(options: LoopOptions, ports: LoopPorts, state: LoopState): Promise<Completion> {
  const { system, prompt, stable } = options;
  // placeholders may change what precedes them
  const isKept = stable !== undefined && state.currentPrompt.startsWith(prompt.slice(0, stable));
  const messages: ModelMessage[] = [{ role: 'user', content: state.currentPrompt, ...(isKept && { stable }) }];
  if (system !== null) messages.unshift({ role: 'system', content: system, stable: system.length });
  const completion = await ports.askModel(messages, toolDefinitions(options.tools), state.iterations);
  state.iterations += 1;
  state.usage.modelCalls += 1;
  state.usage.inputTokens += completion.inputTokens;
  state.usage.outputTokens += completion.outputTokens;
  return completion;
}

/** A contract sent as tool is answered by calling it. */
function isAnswer(options: LoopOptions, name: string): boolean {
  return options.answer !== undefined && name.trim().toLowerCase() === options.answer.contract.toLowerCase();
}

function afterCalls(outcome: CallsOutcome, reply: AgentReply, options: LoopOptions, state: LoopState): Ending | null {
  if (outcome.latest.some((call) => call.status === 'done')) state.reminders = 0;
  state.remark = null;
  if (outcome.final !== null) {
    const detail = `${outcome.final.tool} was called.`;
    return { status: 'completed', stopReason: 'final-tool', finalResponse: outcome.final.result, detail };
  }
  const validated = validate(outcome, reply, options, state);
  if (validated !== null || outcome.stop === null) return validated;
  const { reason, detail } = outcome.stop;
  if (reason === 'tool-calls' || reason === 'same-arguments') {
    return { status: 'limit-reached', stopReason: reason, finalResponse: null, detail };
  }
  return { status: 'retries-exhausted', stopReason: reason, finalResponse: null, detail };
}

function validate(outcome: CallsOutcome, reply: AgentReply, options: LoopOptions, state: LoopState): Ending | null {
  for (const validator of options.validators ?? []) {
    const verdict = validator({ latest: outcome.latest, toolCalls: state.toolCalls, text: reply.text });
    if (verdict?.kind === 'end') {
      const { finalResponse } = verdict;
      return { status: 'completed', stopReason: 'validated', finalResponse, detail: 'A validator ended the run.' };
    }
    if (verdict?.kind === 'give-up') {
      return { status: 'retries-exhausted', stopReason: 'no-progress', finalResponse: null, detail: verdict.text };
    }
    if (verdict?.kind === 'feedback') {
      state.remark = verdict.text;
      return null;
    }
  }
  return null;
}

interface Situation {
  options: LoopOptions;
  ports: LoopPorts;
  state: LoopState;
  limits: LoopLimits;
}

async function withoutCalls(completion: Completion, reply: AgentReply, situation: Situation): Promise<Ending | null> {
  const { answer, finalTool, allowsFreeText } = situation.options;
  if (answer !== undefined) {
    const reading = answer.read(completion);
    if (reading.ok) {
      const detail = `The model answered as ${answer.contract}.`;
      return { status: 'completed', stopReason: 'answer', finalResponse: reading.value, detail };
    }
    return remind('answer-out-of-form', reading.violation.message, reply, situation);
  }
  if (completion.finishReason === 'length') return remind('malformed-reply', 'truncated', reply, situation);
  if (allowsFreeText === true) {
    const detail = 'The model ended with words.';
    return { status: 'completed', stopReason: 'free-text', finalResponse: reply.text, detail };
  }
  return remind(finalTool === undefined ? 'no-tool-call' : 'no-final-tool', null, reply, situation);
}

async function remind(
  reason: ReminderReason,
  problem: string | null,
  reply: AgentReply,
  { options, ports, state, limits }: Situation,
): Promise<Ending | null> {
  if (state.reminders >= limits.reminders) {
    const detail = `${limits.reminders} reminders in a row led nowhere (${problem ?? reason}).`;
    return { status: 'retries-exhausted', stopReason: reason, finalResponse: null, detail };
  }
  state.reminders += 1;
  const isForChecker = reason === 'no-tool-call' || reason === 'no-final-tool';
  const written =
    isForChecker && state.checkerReminders < limits.checkerReminders
      ? await checkerReminder(reply, options, ports, state)
      : null;
  const fixed = fixedReminder(reason, options, problem);
  state.remark = written === null ? fixed : `${fixed}\n\n${fenced('reminder', options.fence, neutralise(written))}`;
  return null;
}

async function checkerReminder(
  reply: AgentReply,
  options: LoopOptions,
  ports: LoopPorts,
  state: LoopState,
): Promise<string | null> {
  if (ports.writeReminder === undefined) return null;
  state.checkerReminders += 1;
  const toolNames = options.tools.map((tool) => tool.name);
  const { text } = reply;
  const written = await ports.writeReminder({
    text,
    finalTool: options.finalTool ?? null,
    toolNames,
    reminder: state.reminders,
  });
  return written === null || written.trim() === '' ? null : written.trim();
}
