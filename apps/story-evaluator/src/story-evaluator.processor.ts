import { Injectable } from '@nestjs/common';
import {
  CandidateTexts,
  writeFindings,
  type EvaluatePayload,
  type EvaluateResult,
  type FindingOwner,
  type NarratePayload,
  type NarrateResult,
  type StoryPayload,
  type StorySettings,
} from '@assay/stories';
import { Work, type TaskContext, type TaskHandler, type TaskOutcome } from '@assay/work';
import { StoryEvaluatorService } from './story-evaluator.service.js';
import { evaluatedEvent, narratedEvent } from './story-events.js';

type Result = EvaluateResult | NarrateResult;
type StoryContext<Payload> = TaskContext<StorySettings, Payload>;

/** The edge of the `story-evaluator` queue. */
@Injectable()
export class StoryEvaluatorProcessor implements TaskHandler<StorySettings, StoryPayload, Result> {
  private readonly texts: CandidateTexts;

  constructor(
    private readonly service: StoryEvaluatorService,
    private readonly work: Work,
  ) {
    this.texts = new CandidateTexts(work.database);
  }

  async handle(context: StoryContext<StoryPayload>): Promise<TaskOutcome<Result>> {
    return context.payload.kind === 'evaluate-story'
      ? this.evaluate(context as StoryContext<EvaluatePayload>)
      : this.narrate(context as StoryContext<NarratePayload>);
  }

  private async evaluate(context: StoryContext<EvaluatePayload>): Promise<TaskOutcome<EvaluateResult>> {
    const owner = ownerOf(context);
    const text = await this.texts.text(owner.run, owner.candidate);
    const { result, findings } = await this.service.evaluate(context, text);
    await writeFindings(this.work.database, owner, findings);
    return { result, events: [evaluatedEvent(context, result)] };
  }

  private async narrate(context: StoryContext<NarratePayload>): Promise<TaskOutcome<NarrateResult>> {
    const owner = ownerOf(context);
    const text = await this.texts.text(owner.run, owner.candidate);
    const { result, findings } = await this.service.narrate(context, text);
    await writeFindings(this.work.database, owner, findings);
    return { result, events: [narratedEvent(context, result, findings.coverage)] };
  }
}

/** Whose findings a task writes. */
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
