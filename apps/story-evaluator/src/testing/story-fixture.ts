import type { Id, StoryEvaluationRecord } from '@assay/contracts';
import { ModelClient } from '@assay/llm';
import { parseRequest, StoryEvaluationRequest, unrestricted } from '@assay/contracts/requests';
import { StoryIntake, StoryPipeline, StoryReader } from '@assay/stories';
import { startScriptedModel, type ModelHandler, type ScriptedModel } from '@assay/testing';
import { PersonQuotas, type TaskRuntime } from '@assay/work';
import { consume } from '@assay/work/messaging/testing';
import { modelCallsAt, openWorkFixture, startRunner } from '@assay/work/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoryEvaluatorProcessor } from '../story-evaluator.processor.js';
import { StoryEvaluatorService } from '../story-evaluator.service.js';

export const ADMIN = unrestricted('test');

export interface StoryFixture {
  work: TaskRuntime;
  intake: StoryIntake;
  reader: StoryReader;
  model: ScriptedModel;
  errors: unknown[];
  script(handler: ModelHandler): void;
  evaluate(request: object): Promise<StoryEvaluationRecord>;
  until(run: Id, isReached: (record: StoryEvaluationRecord) => boolean): Promise<StoryEvaluationRecord>;
  close(): Promise<void>;
}

export async function openStoryFixture(): Promise<StoryFixture> {
  const fixture = await openWorkFixture();
  const { errors } = fixture;
  const onError = (error: unknown): void => void errors.push(error);
  let handler: ModelHandler = () => ({ status: 500 });
  const model = await startScriptedModel((call) => handler(call));
  const work = await fixture.join('story-evaluator');
  const client = new ModelClient();
  const models = modelCallsAt(work, client, model.url, { usual: { input: 1, output: 2 } });
  const processor = new StoryEvaluatorProcessor(new StoryEvaluatorService(models), work);
  const runner = work.runner(processor, { queue: 'story-evaluator', concurrency: 16, onError });
  const reconciler = work.reconciler();
  const coordinator = consume(work.messaging, 'coordinator', ({ payload }) => advance(work, payload.run), {
    concurrency: 1,
  });
  startRunner(work, runner);
  reconciler.start();
  const intake = new StoryIntake(work, () => true, new PersonQuotas(work, { groups: {} }));
  const reader = new StoryReader(work);
  const until: StoryFixture['until'] = async (run, isReached) => {
    const end = Date.now() + 100_000;
    for (;;) {
      const record = await reader.record(run, ADMIN);
      if (isReached(record)) return record;
      if (Date.now() > end)
        throw new Error(`the evaluation is ${record.status}: ${JSON.stringify(record.events.at(-1))}`);
      await sleep(25);
    }
  };
  return {
    work,
    intake,
    reader,
    model,
    errors,
    script: (next) => {
      handler = next;
      model.calls.length = 0;
    },
    evaluate: async (body) => {
      const request = await parseRequest(StoryEvaluationRequest, body);
      const { id } = await intake.evaluate({ request, caller: ADMIN });
      return until(id, ({ finishedAt }) => finishedAt !== null);
    },
    until,
    close: async () => {
      await reconciler.stop();
      await runner.drain(500);
      await coordinator.drain();
      await client.close();
      await model.close();
      await fixture.close();
    },
  };
}

async function advance(work: TaskRuntime, run: Id): Promise<void> {
  const step = await new StoryPipeline().advance(work.database, run);
  const tasks = (step === 'over' ? [] : step.written).flatMap((advance) => advance.tasks);
  await work.publisher.tasks(tasks.map(({ id, queue, priority }) => ({ id, queue, priority, delivery: 1 })));
  work.hints.send('lost', run);
}
