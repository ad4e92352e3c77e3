import {
  isId,
  RequestProblem,
  type DeadLetterDetail,
  type DeadLetterView,
  type Id,
  type Page,
  type Redriven,
  type TaskQueue,
} from '@assay/contracts';
import { redriveTask, type RedriveOutcome } from '@assay/persistence';
import {
  AskRequest,
  type Caller,
  type DeadLettersQuery,
  notFound,
  pageOf,
  parseRequest,
  requireAdmin,
} from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import type { QuestionIntake } from '../intake/question-intake.js';
import { readDeadLetter, readDeadLetters, readQuestionAsAsked } from '../sql/read-dead-letters.js';

const REDRIVEN = 'An operator retried a dead task.';

/** Methods throw RequestProblem 403 unless the caller is an admin. */
export class DeadLetters {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'publisher' | 'hints'>,
    private readonly intake: Pick<QuestionIntake, 'ask'>,
  ) {}

  async list(caller: Caller, query: DeadLettersQuery): Promise<Page<DeadLetterView>> {
    requireAdmin(caller);
    const read = (before: Id | null, limit: number): Promise<DeadLetterView[]> =>
      readDeadLetters(this.work.database, query.queue ?? null, before, limit);
    return pageOf(query, read, (letter) => letter);
  }

  /** @throws RequestProblem 404 */
  async show(task: Id, caller: Caller): Promise<DeadLetterDetail> {
    requireAdmin(caller);
    const letter = isId(task) ? await readDeadLetter(this.work.database, task) : null;
    if (!letter) throw notFound('dead letter');
    return letter;
  }

  /**
   * If its stage is open, the task runs again; a question that ended in ERROR is asked again, idempotent within a day.
   * @throws RequestProblem 404; 409 `NOT_DEAD`, `STAGE_OVER` or `RUN_DECIDED`
   */
  async redrive(task: Id, caller: Caller): Promise<Redriven> {
    requireAdmin(caller);
    const result = isId(task) ? await redriveTask(this.work.database, task, REDRIVEN) : null;
    if (!result) throw notFound('dead letter');
    switch (result.outcome) {
      case 'REQUEUED':
        await this.publish(task, result);
        return { task, outcome: 'REQUEUED' };
      case 'RUN_ENDED':
        return this.askAgain(task, result.run, caller);
      case 'NOT_DEAD':
        throw new RequestProblem(409, 'NOT_DEAD', 'The task is no longer a dead letter.');
      case 'STAGE_OVER':
        throw new RequestProblem(409, 'STAGE_OVER', 'Its question continued without this task.');
    }
  }

  async newest(queue: TaskQueue, limit: number): Promise<DeadLetterView[]> {
    return readDeadLetters(this.work.database, queue, null, limit);
  }

  private async publish(task: Id, { queue, delivery, priority, run }: RedriveOutcome): Promise<void> {
    await this.work.publisher.tasks([{ id: task, delivery, queue, priority }]);
    if (run !== null) this.work.hints.send('events', run);
  }

  private async askAgain(task: Id, run: Id | null, caller: Caller): Promise<Redriven> {
    const asked = run === null ? null : await readQuestionAsAsked(this.work.database, run);
    if (!asked) throw new RequestProblem(409, 'RUN_ENDED', 'Its evaluation has ended; ask for it again.');
    const { status, ...body } = asked;
    if (status !== 'ERROR') {
      throw new RequestProblem(409, 'RUN_DECIDED', `Its question has ended in ${status} without this task.`);
    }
    const ask = await parseRequest(AskRequest, body);
    const { id } = await this.intake.ask({ ask, caller, idempotencyKey: `redrive of ${run}` });
    return { task, outcome: 'ASKED_AGAIN', question: id };
  }
}
