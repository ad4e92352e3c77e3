import {
  isId,
  RequestProblem,
  type CallDetail,
  type Id,
  type Page,
  type StoryEvaluationRecord,
  type StoryEvaluationStatus,
  type StoryEvaluationView,
  type StoryEvent,
  type TtsSchema,
} from '@assay/contracts';
import { readCall, readCalls, readEvents } from '@assay/persistence';
import { pageOf, type Caller, type NarrationQuery, type PageQuery } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { inOrder } from '../narration/tts-schema.js';
import { findStory, storyNotFound } from '../sql/find-story.js';
import { readFindings } from '../sql/read-findings.js';
import { readStories, readStory, storyView } from '../sql/read-story.js';
import { readTtsSchema } from '../sql/tts-schema.js';

/** Methods throw RequestProblem 404 for what is absent or not visible to the caller. */
export class StoryReader {
  constructor(private readonly work: Pick<TaskRuntime, 'database'>) {}

  async view(evaluation: Id, caller: Caller): Promise<StoryEvaluationView> {
    const row = isId(evaluation) ? await readStory(this.work.database, evaluation, caller) : null;
    if (!row) throw storyNotFound();
    return storyView(row);
  }

  /** Newest first: the caller's own; all for admins, and for auditors of all workspaces. @throws RequestProblem 422 */
  async list(caller: Caller, query: PageQuery): Promise<Page<StoryEvaluationView>> {
    return pageOf(query, (before, limit) => readStories(this.work.database, caller, before, limit), storyView);
  }

  async record(evaluation: Id, caller: Caller): Promise<StoryEvaluationRecord> {
    const { database } = this.work;
    const view = await this.view(evaluation, caller);
    const [findings, calls, events] = await Promise.all([
      readFindings(database, evaluation),
      readCalls(database, evaluation),
      this.eventsAfter(evaluation, 0),
    ]);
    return { ...view, ...findings, calls, events };
  }

  /** Loop prompts are not stored, but referenced. */
  async call(evaluation: Id, call: Id, caller: Caller): Promise<CallDetail> {
    await this.status(evaluation, caller);
    const found = isId(call) ? await readCall(this.work.database, evaluation, call) : null;
    if (!found) throw new RequestProblem(404, 'CALL_NOT_FOUND', 'There is no such call.');
    const { call: known, request, answer: normalised, raw } = found;
    return { ...known, request, response: raw === null ? null : raw.toString('utf8'), normalised };
  }

  async status(evaluation: Id, caller: Caller): Promise<StoryEvaluationStatus> {
    const found = isId(evaluation) ? await findStory(this.work.database, evaluation, caller, 'seeStories') : null;
    if (!found) throw storyNotFound();
    return found.status;
  }

  async events(evaluation: Id, after: number, caller: Caller): Promise<StoryEvent[]> {
    await this.status(evaluation, caller);
    return this.eventsAfter(evaluation, after);
  }

  /** @throws RequestProblem 404 `CANDIDATE_NOT_FOUND`; 409 `NO_TTS_SCHEMA` */
  async ttsSchema(evaluation: Id, { label }: NarrationQuery, caller: Caller): Promise<TtsSchema> {
    await this.status(evaluation, caller);
    const found = await readTtsSchema(this.work.database, evaluation, label);
    if (!found) throw new RequestProblem(404, 'CANDIDATE_NOT_FOUND', 'The evaluation has no such candidate.');
    if (found.schema) return inOrder(found.schema);
    throw new RequestProblem(
      409,
      'NO_TTS_SCHEMA',
      'There is no narration of this candidate: it was not asked for (tts), or the evaluation has not ended yet.',
    );
  }

  private async eventsAfter(evaluation: Id, after: number): Promise<StoryEvent[]> {
    return await readEvents(this.work.database, evaluation, after);
  }
}
