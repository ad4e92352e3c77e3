import { InfrastructureError, newId, toErrorNote, type AskedBy, type Id, type TaskQueue } from '@assay/contracts';
import type { AnswerRow } from '@assay/persistence';
import type { Answers } from '../answers.js';
import type { TaskLedger } from '../task-ledger.js';
import { RUN_SECONDS } from '../timing.js';
import type { ReplayRequest, TaskReplay } from './replay-request.js';

/** No model is called. */
const REPLAY_MS = 30_000;

/** Asks the service of a task to replay it with today's code. */
export class ReplayCalls {
  constructor(
    private readonly ledger: TaskLedger,
    private readonly answers: Answers,
  ) {}

  /** @throws InfrastructureError REPLAY_UNAVAILABLE if the service does not answer */
  async replay(
    task: { id: Id; queue: TaskQueue; workspace: Id },
    askedBy: AskedBy,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<TaskReplay> {
    const asked = await this.ledger.request({
      id: newId(),
      run: null,
      workspace: task.workspace,
      queue: task.queue,
      priority: 0,
      maxAttempts: 2,
      runSeconds: RUN_SECONDS,
      payload: { kind: 'replay-task', task: task.id, askedBy } satisfies ReplayRequest,
      key: null,
    });
    const row = await this.answerOf(asked.task, task.queue, signal);
    if (row.status === 'DONE') return row.result as TaskReplay;
    const detail = row.error === null ? '' : ` ${row.error.message}`;
    throw new InfrastructureError('REPLAY_UNAVAILABLE', `The ${task.queue} could not replay task ${task.id}.${detail}`);
  }

  private async answerOf(request: Id, queue: TaskQueue, signal: AbortSignal): Promise<AnswerRow> {
    try {
      return await this.answers.wait(request, REPLAY_MS, signal);
    } catch (error) {
      const { message } = toErrorNote(error);
      throw new InfrastructureError('REPLAY_UNAVAILABLE', `No ${queue} replays its tasks at the moment: ${message}`);
    }
  }
}
