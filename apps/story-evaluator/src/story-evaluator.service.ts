import { Injectable } from '@nestjs/common';
import { AssayError } from '@assay/contracts';
import { runLoop, type LoopOptions, type LoopOutcome, type LoopState, type StopReason } from '@assay/llm';
import {
  splitStory,
  type EvaluatePayload,
  type EvaluateResult,
  type Findings,
  type FoundToolCall,
  type NarratePayload,
  type NarrateResult,
  type StorySettings,
  type FailedStoryRun,
} from '@assay/stories';
import { ModelCalls, type LoopRequest, type TaskContext } from '@assay/work';
import { EvaluationRun } from './evaluation/evaluation-run.js';
import { chunkSource } from './narration/chunk-source.js';
import { NarrationRun } from './narration/narration-run.js';
import { canonicalText, wordsOf } from './narration/spoken-words.js';
import { chunkedStory } from './prompting/chunked-story.js';
import { StoryPrompts, type MissedTool, type StoryPrompt } from './prompting/story-prompts.js';
import { harmless } from './prompting/template.js';
import { CHECKER_TEMPERATURE, NARRATOR_TEMPERATURE } from './story-evaluator.config.js';
import { withFallback } from './with-fallback.js';

const REASONS: Partial<Record<StopReason, string>> = {
  'no-final-tool': 'It never called evaluate_full_story, although it was reminded.',
  'no-tool-call': 'It never called a tool, although it was reminded.',
  'malformed-reply': 'Its replies could not be parsed, even after retries.',
  'invalid-arguments': 'It called a tool with missing or wrong fields, although each error named them.',
  refused: 'It evaluated the story without reading every part, despite warnings.',
  'no-progress': 'It spoke nothing new of the chunk, although each reminder named what is missing.',
  'same-arguments': 'It requested the same part of the story too often.',
  iterations: 'It did not finish within the model calls allowed for a run.',
  'tool-calls': 'It did not finish within the tool calls allowed for a run.',
  'empty-reply': 'It replied with nothing.',
};

function failureOf({ stopReason, detail }: Pick<LoopOutcome, 'stopReason' | 'detail'>): FailedStoryRun {
  const reason = REASONS[stopReason];
  return {
    status: 'failed',
    stopReason,
    reason: `${stopReason}: ${reason === undefined ? '' : `${reason} `}${detail}`,
  };
}

const LONGEST_REMINDER = 500;

type StoryContext<Payload> = TaskContext<StorySettings, Payload>;

const AGENT = 'story-evaluator';

export interface StoryWork<Result> {
  result: Result;
  findings: Omit<Findings, 'toolCalls'>;
}

export interface StoryTask<Payload> {
  context: StoryContext<Payload>;
  text: string;
  /** Receives executed calls, which survive a failure. */
  toolCalls: FoundToolCall[];
}

type RunRequest = Pick<LoopRequest, 'model' | 'temperature'>;

@Injectable()
export class StoryEvaluatorService {
  private readonly prompts = new StoryPrompts();

  constructor(private readonly models: ModelCalls) {}

  async evaluate(task: StoryTask<EvaluatePayload>): Promise<StoryWork<EvaluateResult>> {
    const { context, text } = task;
    const { input, payload } = context;
    const evaluator = input.evaluators[payload.evaluator];
    if (!evaluator) throw new Error(`evaluator ${payload.evaluator} was not asked`);
    const parts = splitStory(text);
    const label = input.labels[payload.candidate - 1] ?? '';
    const seed = context.run?.seed ?? 0;
    const prompt = this.prompts.evaluation({ settings: input, evaluator: payload.evaluator, label, parts, seed });
    const { responseFormat: format, mode } = input;
    const { coherence, temperature } = evaluator;
    return withFallback<StoryWork<EvaluateResult>>(context, evaluator.model, async (own, model) => {
      const run = new EvaluationRun({ prompt, parts, mode, coherence, format });
      const outcome = await this.run({ ...task, context: own }, run.loop(), prompt, { model, temperature });
      const { evaluation } = run;
      if (outcome.status !== 'completed' || !evaluation) return { result: failureOf(outcome), findings: {} };
      const used = await this.models.loops.modelOf({ agent: AGENT, model });
      const { total, score } = evaluation;
      return {
        result: { status: 'evaluated', model: used, total, score },
        findings: { evaluation: { model: used, ...evaluation } },
      };
    });
  }

  /** Chunks without words need no model. */
  async narrate(task: StoryTask<NarratePayload>): Promise<StoryWork<NarrateResult>> {
    const { context, text } = task;
    const { input, payload } = context;
    const chunk = splitStory(text)[payload.chunk - 1] ?? '';
    const shown = chunkedStory([{ number: payload.chunk, text: chunk }]);
    const prompt = this.prompts.narration(payload.chunk, shown, context.run?.seed ?? 0);
    const source = chunkSource(shown, payload.chunk, chunk);
    if (wordsOf(canonicalText(source)).length === 0) return withoutWords();
    return withFallback<StoryWork<NarrateResult>>(context, null, async (own, model) => {
      const run = new NarrationRun({ prompt, source, threshold: input.ttsThreshold ?? 0 });
      const request = { model, temperature: NARRATOR_TEMPERATURE };
      const outcome = await this.run({ ...task, context: own }, run.loop(), prompt, request);
      const report = run.report(outcome.toolCalls);
      const findings = { coverage: { ...report, lines: [...run.lines] } };
      const { coveragePercent, isValid } = report;
      const result = isValid ? { status: 'narrated' as const, coveragePercent, isValid } : failureOf(outcome);
      return { result, findings };
    });
  }

  private async run(
    { context, toolCalls }: Pick<StoryTask<unknown>, 'context' | 'toolCalls'>,
    options: LoopOptions,
    prompt: StoryPrompt,
    request: RunRequest,
  ): Promise<LoopOutcome> {
    const { payload } = context;
    const inputs = { of: payload, fence: prompt.fence };
    const { answer: _none, ...ports } = this.models.loops.ports(context, {
      agent: AGENT,
      prompt: { promptHash: prompt.hash, inputs },
      ...request,
    });
    const checker = context.input.responseChecker ?? null;
    const before = toolCalls.length;
    const onState = async (state: LoopState): Promise<void> => {
      await ports.onState(state);
      toolCalls.splice(before, toolCalls.length, ...foundCalls(state));
    };
    const writeReminder = checker && ((forgotten: MissedTool) => this.remind(context, checker.model, forgotten));
    return runLoop(options, { ...ports, onState, ...(writeReminder ? { writeReminder } : {}) }, context.signal);
  }

  /** The checker's reminder; null (the fixed text) if it fails or is empty. */
  private async remind(
    context: StoryContext<unknown>,
    model: string | null,
    forgotten: MissedTool,
  ): Promise<string | null> {
    const prompt = this.prompts.reminder(forgotten, context.run?.seed ?? 0);
    const request: LoopRequest = {
      agent: AGENT,
      model,
      temperature: CHECKER_TEMPERATURE,
      prompt: { promptHash: prompt.hash, inputs: { reminder: context.payload } },
    };
    const messages = [
      { role: 'system' as const, content: prompt.system },
      { role: 'user' as const, content: prompt.user },
    ];
    try {
      const reply = await this.models.loops.words(context, request, messages);
      return reply === null ? null : harmless(reply.trim().slice(0, LONGEST_REMINDER));
    } catch (error) {
      if (error instanceof AssayError && !error.retryable && !context.signal.aborted) return null;
      throw error;
    }
  }
}

function withoutWords(): StoryWork<NarrateResult> {
  const report = { coveragePercent: 0, isValid: false };
  const warnings = ['The chunk holds no words: there is nothing to speak.'];
  return {
    result: { status: 'narrated', ...report },
    findings: { coverage: { ...report, errors: [], warnings, lines: [] } },
  };
}

function foundCalls({ toolCalls }: Pick<LoopState, 'toolCalls'>): FoundToolCall[] {
  return toolCalls.map((call) => ({
    iteration: call.iteration,
    name: call.tool,
    arguments: call.arguments,
    result: call.result,
    succeeded: call.status === 'done',
  }));
}
