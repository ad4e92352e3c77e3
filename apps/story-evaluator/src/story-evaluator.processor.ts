import { Processor } from '@nestjs/bullmq';
import {
  CandidateTexts,
  writeFindings,
  type EvaluatePayload,
  type EvaluateResult,
  type FindingOwner,
  type FoundToolCall,
  type NarratePayload,
  type NarrateResult,
  type StoryPayload,
  type StorySettings,
} from '@assay/stories';
import { TaskProcessor } from '@assay/work/service';
import { TaskRuntime, type TaskContext, type TaskOutcome } from '@assay/work';
import { StoryEvaluatorService, type StoryTask, type StoryWork } from './story-evaluator.service.js';
import { evaluatedEvent, narratedEvent } from './story-events.js';

type Result = EvaluateResult | NarrateResult;
type StoryContext<Payload> = TaskContext<StorySettings, Payload>;

@Processor('story-evaluator')
export class StoryEvaluatorProcessor extends TaskProcessor<StorySettings, StoryPayload, Result> {
  private readonly texts: CandidateTexts;

  constructor(
    private readonly service: StoryEvaluatorService,
    private readonly work: TaskRuntime,
  ) {
    super();
    this.texts = new CandidateTexts(work.database);
  }

  async handle(context: StoryContext<StoryPayload>): Promise<TaskOutcome<Result>> {
    return context.payload.kind === 'evaluate-story'
      ? this.evaluate(context as StoryContext<EvaluatePayload>)
      : this.narrate(context as StoryContext<NarratePayload>);
  }

  private async evaluate(context: StoryContext<EvaluatePayload>): Promise<TaskOutcome<EvaluateResult>> {
    const { result } = await this.execute(context, (task) => this.service.evaluate(task));
    return { result, events: [evaluatedEvent(context, result)] };
  }

  private async narrate(context: StoryContext<NarratePayload>): Promise<TaskOutcome<NarrateResult>> {
    const { result, findings } = await this.execute(context, (task) => this.service.narrate(task));
    return { result, events: [narratedEvent(context, result, findings.coverage)] };
  }

  private async execute<Payload extends StoryPayload, TaskResult>(
    context: StoryContext<Payload>,
    work: (task: StoryTask<Payload>) => Promise<StoryWork<TaskResult>>,
  ): Promise<StoryWork<TaskResult>> {
    const owner = ownerOf(context);
    const { database } = this.work;
    const text = await this.texts.text(owner.run, owner.candidate);
    const toolCalls: FoundToolCall[] = [];
    const done = await work({ context, text, toolCalls }).catch(async (error: unknown) => {
      // Report the original error.
      await writeFindings(database, owner, { toolCalls }).catch(() => undefined);
      throw error;
    });
    await writeFindings(database, owner, { ...done.findings, toolCalls });
    return done;
  }
}

function ownerOf({ task, claim, run, payload, input }: StoryContext<StoryPayload>): FindingOwner {
  if (!run) throw new Error(`task ${task} of a story belongs to no run`);
  const isEvaluation = payload.kind === 'evaluate-story';
  return {
    task,
    claim,
    run: run.id,
    candidate: payload.candidate,
    evaluator: isEvaluation ? (input.evaluators[payload.evaluator]?.name ?? null) : null,
    chunk: isEvaluation ? null : payload.chunk,
  };
}
