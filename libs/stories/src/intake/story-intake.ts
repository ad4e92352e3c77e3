import {
  isId,
  newId,
  RequestProblem,
  stepsAfterError,
  type Accepted,
  type Id,
  type StoryEvaluationStatus,
} from '@assay/contracts';
import { createRun, hashOfBody, requestCancel, writeAudit, type Queryable } from '@assay/persistence';
import {
  IDEMPOTENCY_KEY_RULE,
  invalidFields,
  isIdempotencyKey,
  type Caller,
  type StoryEvaluationRequest,
} from '@assay/contracts/requests';
import { traceContextOf } from '@assay/runtime/telemetry';
import type { PersonQuotas, TaskRuntime } from '@assay/work';
import { randomInt } from 'node:crypto';
import { checkFormat } from '../formats/check-format.js';
import type { CanEvaluate } from './can-evaluate.js';
import { splitStory } from '../parts/split-story.js';
import { findStory, storyNotFound } from '../sql/find-story.js';
import { DEADLINE_SECONDS } from '../stories.config.js';
import { insertStory } from '../sql/insert-story.js';
import { settingsOf } from './settings-of-request.js';
import { claimStoryKey, findStoryKey, type EarlierStory, type StoryKey } from '../sql/story-key.js';

export interface StoryInput {
  request: StoryEvaluationRequest;
  caller: Caller;
  /** Same key and body: one evaluation for 24 hours. */
  idempotencyKey?: string | null;
  /** W3C traceparent; invalid ones are ignored. */
  traceContext?: string | null;
}

const SEEDS = 2 ** 32;

export class StoryIntake {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'publisher' | 'hints'>,
    private readonly canEvaluate: CanEvaluate,
    private readonly quotas: Pick<PersonQuotas, 'within'>,
  ) {}

  /**
   * @throws RequestProblem 422 for an unenforceable `responseFormat`, a malformed key or without models; 409
   * `IDEMPOTENCY_KEY_REUSED`; 429 `QUOTA_EXCEEDED`
   */
  async evaluate(input: StoryInput): Promise<Accepted<StoryEvaluationStatus>> {
    const { request, caller } = input;
    const problems = request.responseFormat === undefined ? [] : checkFormat(request.responseFormat);
    if (problems.length > 0) throw invalidFields(problems);
    const able = await this.canEvaluate(request);
    if (able !== true) throw new RequestProblem(422, able.code, able.message, { nextSteps: stepsAfterError(able) });
    const key = keyOf(input.idempotencyKey ?? null, caller.owner, request);
    const earlier = key && (await findStoryKey(this.work.database, key));
    if (key && earlier) return repeated(earlier, key);
    const run = await this.write(request, input, key).catch(async (refusal: unknown) => {
      // Another request with the key may have used up the quota.
      if (key && refusal instanceof RequestProblem && (await findStoryKey(this.work.database, key))) return null;
      throw refusal;
    });
    if (key && run === null) return this.evaluate(input);
    if (run === null) throw new Error('an evaluation without a key was not written');
    this.work.hints.send('events', run);
    await this.work.publisher.advances([run]);
    return accepted(run, 'QUEUED');
  }

  /** Null if the key was used concurrently. */
  private async write(
    request: StoryEvaluationRequest,
    { caller, traceContext }: StoryInput,
    key: StoryKey | null,
  ): Promise<Id | null> {
    const run = newId();
    const settings = settingsOf(request);
    const candidates = request.candidates.map(({ label, text }) => ({ label, text, chunks: chunksOf(text) }));
    const person = caller.person?.id ?? null;
    const write = async (connection: Queryable): Promise<Id> => {
      await createRun(connection, {
        id: run,
        product: 'story',
        workspace: null,
        person,
        seed: randomInt(SEEDS),
        deadlineSeconds: DEADLINE_SECONDS,
        replyTo: request.replyTo ?? null,
        traceContext: traceContextOf(traceContext),
        events: [{ type: 'story-evaluation-accepted', body: { storyId: settings.storyId, labels: settings.labels } }],
      });
      await insertStory(connection, { run, owner: caller.owner, settings, candidates });
      await writeAudit(connection, askedBy(caller, run));
      // Last, because it locks the key until the commit.
      if (key && !(await claimStoryKey(connection, key, run))) throw new KeyTaken();
      return run;
    };
    return this.quotas.within(person, write, { atomic: true }).catch((error: unknown) => {
      if (error instanceof KeyTaken) return null;
      throw error;
    });
  }

  /** Requests cancellation. @throws RequestProblem 404; 409 `ALREADY_FINISHED` */
  async cancel(evaluation: Id, caller: Caller): Promise<Accepted<StoryEvaluationStatus>> {
    const found = isId(evaluation) ? await findStory(this.work.database, evaluation, caller, 'ask') : null;
    if (!found) throw storyNotFound();
    if (!(await requestCancel(this.work.database, evaluation))) {
      throw new RequestProblem(409, 'ALREADY_FINISHED', 'The evaluation has ended already.');
    }
    await this.work.publisher.advances([evaluation]);
    return accepted(evaluation, found.status);
  }
}

/** Stories belong to no workspace; `details` holds the evaluation's id. */
function askedBy({ owner, name, address, via }: Caller, evaluation: Id): Parameters<typeof writeAudit>[1] {
  return {
    id: newId(),
    action: 'story-evaluation-asked',
    actor: owner,
    actorName: name ?? null,
    address: address ?? null,
    workspace: null,
    question: null,
    details: { evaluation, ...(via && { via }) },
  };
}

/** Rolls back when another request has the key. */
class KeyTaken extends Error {}

function keyOf(key: string | null, owner: string, request: StoryEvaluationRequest): StoryKey | null {
  if (key === null) return null;
  if (isIdempotencyKey(key)) return { owner, key, bodyHash: hashOfBody(request) };
  throw invalidFields([{ field: 'Idempotency-Key', message: IDEMPOTENCY_KEY_RULE }]);
}

function repeated(earlier: EarlierStory, { bodyHash }: StoryKey): Accepted<StoryEvaluationStatus> {
  if (earlier.bodyHash === bodyHash) return accepted(earlier.run, earlier.status);
  throw new RequestProblem(
    409,
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency key was used for another request within the last 24 hours.',
  );
}

function chunksOf(text: string): number[] {
  return splitStory(text).map((_chunk, index) => index + 1);
}

function accepted(id: Id, status: StoryEvaluationStatus): Accepted<StoryEvaluationStatus> {
  const self = `/v1/story-evaluations/${id}`;
  return {
    id,
    status,
    links: {
      self,
      record: `${self}/record`,
      events: `${self}/events`,
      ttsSchema: `${self}/tts-schema.json`,
      cancel: `${self}/cancel`,
    },
  };
}
