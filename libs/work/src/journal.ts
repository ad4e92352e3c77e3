import { newId, type Id, type StepKind } from '@assay/contracts';
import {
  countReplays,
  readJournal,
  type Database,
  type EventRow,
  type FinishItem,
  type JournaledStep,
  type StepRow,
} from '@assay/persistence';
import { hashOf } from './block-store.js';
import { ClaimLost } from './task-process.js';
import type { TaskLedger } from './task-ledger.js';

export interface StepAnswer {
  /** Normalised; a repeated task gets it. */
  answer: unknown;
  raw: Uint8Array | null;
  status: 'answered' | 'failed';
  details?: Partial<Omit<StepRow, 'id' | 'ordinal' | 'kind' | 'requestHash' | 'request' | 'answer' | 'raw' | 'status'>>;
  request: unknown;
  events?: EventRow[];
}

export interface StepOutcome {
  answer: unknown;
  raw: Uint8Array | null;
  replayed: boolean;
}

/**
 * A recorded step with the same request is replayed; a different request supersedes it and its successors. Answers are
 * written before the next model request (database requests may overlap the write) or with the end of the task.
 */
export class Journal {
  private ordinal = 0;
  private pendingSteps: StepRow[] = [];
  private pendingEvents: EventRow[] = [];
  private supersedeFrom: number | undefined;
  private recorded: Map<number, JournaledStep> | null = null;
  private replayedSteps: Id[] = [];
  /** Stays rejected after a failure, so that the task cannot end without its answers. */
  private writing: Promise<void> | null = null;

  constructor(
    private readonly ledger: Pick<TaskLedger, 'finish'>,
    private readonly database: Database,
    private readonly item: Pick<FinishItem, 'task' | 'claim' | 'run' | 'stage'>,
    /** False at the first delivery: nothing is recorded. */
    private readonly mayReplay: boolean,
  ) {}

  async step(kind: StepKind, requestKey: string, ask: () => Promise<StepAnswer>): Promise<StepOutcome> {
    if (kind === 'model') await this.flush();
    else this.startFlush();
    this.ordinal += 1;
    const ordinal = this.ordinal;
    const requestHash = hashOf(requestKey);
    const known = await this.known(ordinal, requestHash);
    if (known) {
      this.replayedSteps.push(known.id);
      return { answer: known.answer, raw: known.raw, replayed: true };
    }
    const given = await ask();
    this.pendingSteps.push({
      id: newId(),
      ordinal,
      kind,
      requestHash,
      request: given.request,
      answer: given.answer,
      raw: given.raw,
      status: given.status,
      ...given.details,
    });
    this.pendingEvents.push(...(given.events ?? []));
    return { answer: given.answer, raw: given.raw, replayed: false };
  }

  /** Adds how the last answer was read, before it is written. */
  annotate(details: StepAnswer['details'], normalised?: unknown): void {
    const last = this.pendingSteps.at(-1);
    if (!last) return;
    Object.assign(last, details);
    if (normalised !== undefined) last.answer = normalised;
  }

  /** Records an unanswered call; a repeated task asks again. */
  recordFailure(kind: StepKind, requestKey: string, given: StepAnswer): void {
    this.pendingSteps.push({
      id: newId(),
      ordinal: this.ordinal,
      kind,
      requestHash: hashOf(requestKey),
      request: given.request,
      answer: null,
      raw: given.raw,
      status: 'failed',
      ...given.details,
    });
  }

  /** Written with the next step or the end of this attempt. */
  publish(event: EventRow): void {
    this.pendingEvents.push(event);
  }

  startFlush(): void {
    if (this.pendingSteps.length > 0) this.writing ??= this.write();
    this.writing?.catch(() => undefined);
  }

  /** Waits for the running write, then writes the pending entries. @throws ClaimLost if the claim is gone */
  async flush(): Promise<void> {
    await this.writing;
    this.startFlush();
    await this.writing;
  }

  /** What the end must write, after the running write; throws its error. */
  async takePending(): Promise<Pick<FinishItem, 'steps' | 'events' | 'supersedeFrom'>> {
    await this.writing;
    // a statistic: must not fail the task's end
    if (this.replayedSteps.length > 0) {
      const { run, task } = this.item;
      await countReplays(this.database, run, task, this.replayedSteps.splice(0)).catch(() => undefined);
    }
    const pending = this.take();
    return pending;
  }

  private take(): Pick<FinishItem, 'steps' | 'events' | 'supersedeFrom'> {
    const pending = {
      ...(this.pendingSteps.length > 0 ? { steps: this.pendingSteps } : {}),
      ...(this.supersedeFrom === undefined ? {} : { supersedeFrom: this.supersedeFrom }),
      events: this.pendingEvents,
    };
    this.pendingSteps = [];
    this.pendingEvents = [];
    this.supersedeFrom = undefined;
    return pending;
  }

  private async write(): Promise<void> {
    const outcome = await this.ledger.finish({ ...this.item, ...this.take() });
    if (!outcome.accepted) throw new ClaimLost(this.item.task);
    this.writing = null;
  }

  private async known(ordinal: number, requestHash: string): Promise<JournaledStep | null> {
    if (!this.mayReplay) return null;
    this.recorded ??= new Map(
      (await readJournal(this.database, this.item.run, this.item.task)).map((step) => [step.ordinal, step]),
    );
    const step = this.recorded.get(ordinal);
    if (!step) return null;
    if (step.requestHash === requestHash) return step;
    this.supersedeFrom ??= ordinal;
    for (const key of this.recorded.keys()) if (key >= ordinal) this.recorded.delete(key);
    return null;
  }
}
