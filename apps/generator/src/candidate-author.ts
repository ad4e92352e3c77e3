import type { AgentAnswer, GeneratorInput, GeneratorPayload } from '@assay/contracts';
import { runLoop, type LoopOutcome, type LoopState } from '@assay/llm';
import type { RenderedPrompt } from '@assay/llm/prompts';
import type { Materials } from '@assay/work/service';
import type { DatabaseCalls, ModelCalls, TaskContext } from '@assay/work';
import { TOOL_LOOP_LIMITS } from './generator.config.js';
import { DatabaseTools } from './tools/database-tools.js';

export type WrittenCandidate = { model: string } & (
  { answer: AgentAnswer<'sql_candidate'>; isProse: boolean } | { answer: null; problem: string }
);

export interface AuthorParts {
  models: ModelCalls;
  databaseCalls: DatabaseCalls;
}

/**
 * Again after each retry message: in one call, or in a tool loop whose results survive retries. The first answer may be
 * adopted from another question.
 */
export class CandidateAuthor {
  private state: LoopState | undefined;
  private adopted: GeneratorPayload['adopt'];

  constructor(
    private readonly parts: AuthorParts,
    private readonly context: TaskContext<GeneratorInput, GeneratorPayload>,
    private readonly materials: Materials,
  ) {
    this.adopted = context.payload.adopt;
  }

  async write(prompt: RenderedPrompt, temperature: number): Promise<WrittenCandidate> {
    const { adopted } = this;
    this.adopted = undefined;
    if (adopted !== undefined) return { answer: adopted, isProse: false, model: adopted.model };
    return this.context.input.tools === true ? this.withTools(prompt, temperature) : this.atOnce(prompt, temperature);
  }

  private async atOnce(prompt: RenderedPrompt, temperature: number): Promise<WrittenCandidate> {
    const { level, limits, retryRefusals } = this.context.input;
    const request = { agent: 'generator', level, contract: 'sql_candidate', prompt, temperature, limits } as const;
    const outcome = await this.parts.models.ask(this.context, {
      ...request,
      ...(retryRefusals !== true && { fromText: refusalInProse }),
    });
    const { model } = outcome.completion;
    if (outcome.status === 'answered') {
      return { answer: outcome.value, isProse: outcome.reading.parser === 'text', model };
    }
    return { answer: null, problem: neverInForm(`${outcome.reasks + 1} calls`, outcome.violation.message), model };
  }

  private async withTools(prompt: RenderedPrompt, temperature: number): Promise<WrittenCandidate> {
    const { context, materials } = this;
    const { level, limits } = context.input;
    const contract = 'sql_candidate' as const;
    const request = { agent: 'generator', model: null, level, contract, prompt, temperature, limits } as const;
    const { answer, ...ports } = this.parts.models.loops.ports(context, request);
    let model = '';
    const outcome = await runLoop(
      {
        system: prompt.system,
        prompt: prompt.user,
        stable: prompt.stable,
        // user text may contain placeholders
        placeholders: false,
        tools: new DatabaseTools(this.parts.databaseCalls, context, materials).tools(),
        fence: materials.context.fence,
        answer,
        limits: TOOL_LOOP_LIMITS,
        state: this.state && { ...this.state, remark: null, reminders: 0 },
      },
      {
        ...ports,
        askModel: async (...call) => {
          const completion = await ports.askModel(...call);
          ({ model } = completion);
          return completion;
        },
        onState: (state) => {
          this.state = state;
          return ports.onState(state);
        },
      },
      context.signal,
    );
    return { ...answerOf(outcome), model };
  }
}

function answerOf(
  outcome: LoopOutcome,
): { answer: AgentAnswer<'sql_candidate'>; isProse: false } | { answer: null; problem: string } {
  if (outcome.status === 'completed') {
    return { answer: outcome.finalResponse as AgentAnswer<'sql_candidate'>, isProse: false };
  }
  const { stopReason, iterations, toolCalls, detail } = outcome;
  const spent = `${iterations} calls of the model, ${toolCalls.length} of tools`;
  return { answer: null, problem: neverInForm(`${stopReason}, ${spent}`, detail) };
}

function neverInForm(spent: string, detail: string): string {
  return `The generator gave no valid answer (${spent}): ${detail}`;
}

const SQL_OR_FORM = /\bselect\b|```|~~~|[{}<>]/i;
const SHORTEST_REFUSAL = 4;

function refusalInProse(text: string): AgentAnswer<'sql_candidate'> | null {
  const refusal = text.trim();
  const isProse = !SQL_OR_FORM.test(refusal) && refusal.split(/\s+/).length >= SHORTEST_REFUSAL;
  return isProse ? { reasoning: '', sql: '', refusal } : null;
}
