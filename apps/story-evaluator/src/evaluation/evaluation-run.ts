import { ToolRefusedError, type AgentTool, type LoopOptions } from '@assay/llm';
import { totalOf, type EvaluationTotal, type JsonSchema } from '@assay/stories';
import type { StoryPrompt } from '../prompting/story-prompts.js';
import { evaluationLimits } from '../story-evaluator.config.js';
import { toolDescription, toolFormat } from '../tool-format.js';
import { CoherenceNotes, type CoherenceReport } from './coherence-notes.js';
import { StoryReading } from './reading-tool.js';

const FINAL_TOOL = 'evaluate_full_story';
const NAMED_PARTS = 20;

export interface EvaluationRunOptions {
  prompt: StoryPrompt;
  parts: readonly string[];
  mode: 'prompt' | 'parts';
  coherence: boolean;
  /** Null: the four dimensions. */
  format: JsonSchema | null;
}

export interface AcceptedEvaluation extends EvaluationTotal {
  answer: Record<string, unknown>;
  coherence: CoherenceReport | null;
}

export class EvaluationRun {
  private readonly reading: StoryReading | null;
  private readonly notes: CoherenceNotes | null;
  private accepted: AcceptedEvaluation | null = null;

  constructor(private readonly options: EvaluationRunOptions) {
    const { parts, mode, coherence } = options;
    this.reading = mode === 'parts' ? new StoryReading(parts) : null;
    this.notes = coherence ? new CoherenceNotes(parts.length) : null;
  }

  get evaluation(): AcceptedEvaluation | null {
    return this.accepted;
  }

  loop(): LoopOptions {
    const { prompt, parts, coherence } = this.options;
    return {
      system: prompt.system,
      prompt: prompt.user,
      fence: prompt.fence,
      tools: [this.finalTool(), ...(this.reading ? [this.reading.tool()] : []), ...(this.notes?.tools() ?? [])],
      finalTool: FINAL_TOOL,
      limits: evaluationLimits(parts.length, coherence),
    };
  }

  private finalTool(): AgentTool {
    const format = this.options.format ?? toolFormat(FINAL_TOOL);
    return {
      name: FINAL_TOOL,
      description: toolDescription(FINAL_TOOL),
      parameters: format,
      execute: (answer) => {
        const unread = this.reading?.unread ?? [];
        if (unread.length > 0) throw new ToolRefusedError(refusal(unread));
        const { total, score } = totalOf(format, answer);
        this.accepted = { answer, total, score, coherence: this.notes?.report() ?? null };
        return { accepted: true, total };
      },
    };
  }
}

function refusal(unread: readonly number[]): string {
  const named = unread.slice(0, NAMED_PARTS).join(', ');
  const more = unread.length > NAMED_PARTS ? ` and ${unread.length - NAMED_PARTS} more` : '';
  return `The evaluation is refused: you have not read part ${named}${more}. Read all of it with read_story_part first.`;
}
