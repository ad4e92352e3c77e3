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

/** An answer as the journal keeps it. */
export interface StepAnswer {
  /** What was answered, normalised: what a second run of the task gets back. */
  answer: unknown;
  raw: Uint8Array | null;
  status: 'answered' | 'failed';
  details?: Partial<Omit<StepRow, 'id' | 'ordinal' | 'kind' | 'requestHash' | 'request' | 'answer' | 'raw' | 'status'>>;
  /** References to what was asked. */
  request: unknown;
  /** Events that report this very step. */
  events?: EventRow[];
}

/** A step's answer, and whether it came from the record instead of being asked (and paid) for. */
export interface StepOutcome {
  answer: unknown;
  raw: Uint8Array | null;
  replayed: boolean;
}

/**
 * The steps of one task, strictly one after another. A step that is on record with the same request is read back; a
 * different request at the same place supersedes it and all that followed. New answers are written before the task asks
 * anything else, or together with its end, whichever comes first.
 */
export class Journal {
  private ordinal = 0;
  private pendingSteps: StepRow[] = [];
  private pendingEvents: EventRow[] = [];
  private supersedeFrom: number | undefined;
  private recorded: Map<number, JournaledStep> | null = null;
  private replayedSteps: Id[] = [];
  private writing: Promise<void> | null = null;

  constructor(
    private readonly ledger: TaskLedger,
    private readonly database: Database,
    private readonly item: Pick<FinishItem, 'task' | 'claim' | 'run' | 'stage'>,
    /** False at a task's first delivery: nothing can be on record. */
    private readonly mayReplay: boolean,
  ) {}

  /** Asks once: `ask` is called unless the same request at this place of the task is answered on record. */
  async step(kind: StepKind, requestKey: string, ask: () => Promise<StepAnswer>): Promise<StepOutcome> {
    // an answer that was paid for is on record before another is; a question to a database may overlap the writing
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

  /** Adds to the step that was answered last, before it is written: how its answer was read. */
  annotate(details: StepAnswer['details'], normalised?: unknown): void {
    const last = this.pendingSteps.at(-1);
    if (!last) return;
    Object.assign(last, details);
    if (normalised !== undefined) last.answer = normalised;
  }

  /** Notes a call that got no answer; it is asked again when the task runs again. */
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

  /** Begins to write what is pending, without waiting: the next step and the end of the task do. */
  startFlush(): void {
    if (this.pendingSteps.length > 0) this.writing ??= this.write();
    this.writing?.catch(() => undefined);
  }

  /** Everything answered so far is on record when this resolves. Throws ClaimLost when the task is not ours any more. */
  async flush(): Promise<void> {
    if (this.writing) await this.writing;
    if (this.pendingSteps.length > 0) await this.write();
  }

  /** What the end of the task must carry. Waits for what is being written. */
  async takePending(): Promise<Pick<FinishItem, 'steps' | 'events' | 'supersedeFrom'>> {
    if (this.writing) await this.writing;
    // a count for the curious: losing it is better than losing the task's end
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
    try {
      const outcome = await this.ledger.finish({ ...this.item, ...this.take() });
      if (!outcome.accepted) throw new ClaimLost(this.item.task);
    } finally {
      this.writing = null;
    }
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
