import { Injectable } from '@nestjs/common';
import { isTerminal, type Id } from '@assay/contracts';
import { lockRun, readStageTimes, type Advance, type LockedRun, type Queryable } from '@assay/persistence';
import { emitRunSpans, isTracing } from '@assay/telemetry';
import { Work } from '@assay/work';
import { Pipelines } from './pipelines.js';
import { ReplyService } from './reply.service.js';
import { countStep, endedRun, inStepSpan, isOver } from './step-telemetry.js';

/** Timers set by this process are a hint; a sweep does the same from the rows. Longer ones are left to the sweep. */
const LONGEST_TIMER_MS = 60_000;

interface Step {
  locked: LockedRun;
  written: Advance[];
}

/** Owns the escalation record: one step of a run at a time, decided purely, written in one transaction, then published. */
@Injectable()
export class CoordinatorService {
  private readonly timers = new Map<Id, NodeJS.Timeout>();

  constructor(
    private readonly work: Work,
    private readonly pipelines: Pipelines,
    private readonly replies: ReplyService,
  ) {}

  /** Takes a run one step further. Twice does nothing; a run that has ended, or of another version, stays untouched. */
  async advance(run: Id): Promise<void> {
    const startedAt = new Date();
    const step = await this.work.database.transaction((connection) => this.step(connection, run));
    if (!step) return;
    countStep(step.locked, step.written);
    await inStepSpan(step.locked, step.written, startedAt, () => this.publish(step));
    if (isTracing() && isOver(step.written)) await this.emitSpans(step);
  }

  private async step(connection: Queryable, run: Id): Promise<Step | null> {
    const locked = await lockRun(connection, run);
    if (!locked || isTerminal(locked.status)) return null;
    const pipeline = this.pipelines.of(locked);
    return pipeline && { locked, written: await pipeline.advance(connection, locked) };
  }

  private async publish({ locked, written }: Step): Promise<void> {
    const tasks = written.flatMap((advance) => advance.tasks);
    const finished = isOver(written);
    const cancelled = written.some((advance) => advance.cancel.length > 0);
    await this.work.publisher.tasks(tasks.map(({ id, queue, priority }) => ({ id, queue, priority, delivery: 1 })));
    if (finished) this.work.hints.send('finished', locked.id);
    else if (written.some((advance) => advance.events.length > 0)) this.work.hints.send('events', locked.id);
    if (cancelled || finished) this.work.hints.send('lost', locked.id);
    if (finished && locked.replyTo !== null) await this.replies.send(locked.id, locked.product, locked.replyTo);
    this.setTimer(locked, finished ? null : (written.at(-1)?.wakeAt ?? null));
  }

  /** The run's own span and those of its stages, on which all others hang. */
  private async emitSpans({ locked, written }: Step): Promise<void> {
    try {
      emitRunSpans(endedRun(locked, written, await readStageTimes(this.work.database, locked.id)));
    } catch {
      // the run is over and told; its trace lacks a few spans
    }
  }

  /** Forgets all timers: the process stops, and the rows know. */
  stopTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** The one timer of a run: each step sets it anew, or takes it away. */
  private setTimer(locked: LockedRun, wakeAt: number | null): void {
    clearTimeout(this.timers.get(locked.id));
    this.timers.delete(locked.id);
    const delay = wakeAt === null ? null : wakeAt - locked.now.getTime();
    if (delay === null || delay > LONGEST_TIMER_MS) return;
    const wake = (): void => {
      this.timers.delete(locked.id);
      void this.work.publisher.advances([locked.id]);
    };
    this.timers.set(locked.id, setTimeout(wake, Math.max(0, delay)).unref());
  }
}
