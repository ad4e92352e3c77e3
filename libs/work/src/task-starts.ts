import type { Id } from '@assay/contracts';
import {
  asStored,
  firstClaim,
  type Advance,
  type ClaimedStage,
  type ClaimedTask,
  type NewStage,
  type NewTask,
  type RunAdvance,
  type RunRow,
} from '@assay/persistence';
import type { BegunTask, KeptSlot, LocalDelivery } from './local-delivery.js';
import type { TaskLedger } from './task-ledger.js';
import type { TaskProcess } from './task-process.js';

/**
 * The tasks of one step of a run that begin where they are written: a taker of this process has a slot free, which is
 * kept for them, so that they are inserted as this process's and need no claim of their own. All others wait for one.
 */
export class TaskStarts {
  private readonly slots = new Map<Id, KeptSlot>();

  constructor(
    private readonly parts: {
      local: Pick<LocalDelivery, 'keepSlot'>;
      process: Pick<TaskProcess, 'id'>;
      ledger: Pick<TaskLedger, 'claimWritten'>;
    },
  ) {}

  /** Before an advance is written: its tasks for which there is room become this process's. */
  claim(advance: Advance): void {
    const begun = new Set(advance.stages.map(({ id }) => id));
    for (const task of advance.tasks) {
      const slot = begun.has(task.stage) ? this.parts.local.keepSlot(task.queue) : null;
      if (slot === null) continue;
      task.process = this.parts.process.id;
      this.slots.set(task.id, slot);
    }
  }

  /** An advance that was claimed for was refused: none of its tasks is there. */
  drop(advance: Advance): void {
    for (const { id } of advance.tasks) this.give(id, null);
  }

  /**
   * Carries out a step, and begins what it claimed when that is committed. Where the step fails nobody knows what was
   * written: what was is this process's all the same.
   */
  async around(step: () => Promise<RunAdvance | 'over'>): Promise<RunAdvance | 'over'> {
    try {
      const done = await step();
      if (done !== 'over') this.begin(done);
      return done;
    } catch (error) {
      for (const id of this.slots.keys()) this.give(id, this.written(id));
      throw error;
    }
  }

  private begin({ run, written }: RunAdvance): void {
    for (const { stages, tasks } of written) {
      const begun = new Map(stages.map((stage) => [stage.id, claimedStage(stage)]));
      for (const task of tasks) {
        const stage = begun.get(task.stage);
        if (stage !== undefined) this.give(task.id, { claimed: claimedTask(run, stage, task) });
      }
    }
  }

  private async written(id: Id): Promise<BegunTask | null> {
    const claimed = await this.parts.ledger.claimWritten(id);
    return claimed && { claimed };
  }

  private give(id: Id, task: Parameters<KeptSlot>[0]): void {
    this.slots.get(id)?.(task);
    this.slots.delete(id);
  }
}

function claimedStage({ id, kind, attempt, round, input }: NewStage): ClaimedStage {
  return { id, kind, attempt, round, input: asStored(input) };
}

/** A task as it is claimed with its writing. */
function claimedTask(
  { id, product, seed, deadlineAt, traceContext, workspace }: RunRow,
  stage: ClaimedStage,
  task: NewTask,
): ClaimedTask {
  return {
    ...firstClaim(task.id),
    queue: task.queue,
    ordinal: task.ordinal,
    attempts: 1,
    maxAttempts: task.maxAttempts,
    payload: asStored(task.payload),
    run: { id, product, seed, deadlineAt, traceContext },
    stage,
    workspace: task.workspace ?? workspace,
    createdAt: new Date(),
  };
}
