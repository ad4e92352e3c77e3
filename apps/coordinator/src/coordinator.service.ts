import { Injectable } from '@nestjs/common';
import { InfrastructureError, isTerminal, type Id } from '@assay/contracts';
import { readRun, readStageTimes, type Advance, type RunRow } from '@assay/persistence';
import { emitRunSpans, isTracing } from '@assay/telemetry';
import { Work } from '@assay/work';
import { Pipelines } from './pipelines.js';
import { ReplyService } from './reply.service.js';
import { countStep, endedRun, inStepSpan, isOver } from './step-telemetry.js';

/** Timers set by this process are a hint; a sweep does the same from the rows. Longer ones are left to the sweep. */
const LONGEST_TIMER_MS = 60_000;

/** A run that moves on between reading and writing is read again, this often at most; then the sweep asks anew. */
const TRIES = 8;

interface Step {
  run: RunRow;
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
    const step = await this.step(run);
    if (!step) return;
    countStep(step.run, step.written);
    await inStepSpan(step.run, step.written, startedAt, () => this.publish(step));
    if (isTracing() && isOver(step.written)) await this.emitSpans(step);
  }

  private async step(id: Id): Promise<Step | null> {
    const { database } = this.work;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const run = await readRun(database, id);
      if (!run || isTerminal(run.status)) return null;
      const pipeline = this.pipelines.of(run);
      if (!pipeline) return null;
      const written = await pipeline.advance(database, run);
      if (written) return { run, written };
    }
    throw new InfrastructureError('RUN_BUSY', `Run ${id} moved on ${TRIES} times while its next step was decided.`);
  }

  private async publish({ run, written }: Step): Promise<void> {
    const tasks = written.flatMap((advance) => advance.tasks);
    const finished = isOver(written);
    const cancelled = written.some((advance) => advance.cancel.length > 0);
    await this.work.publisher.tasks(tasks.map(({ id, queue, priority }) => ({ id, queue, priority, delivery: 1 })));
    if (finished) this.work.hints.send('finished', run.id);
    else if (written.some((advance) => advance.events.length > 0)) this.work.hints.send('events', run.id);
    if (cancelled || finished) this.work.hints.send('lost', run.id);
    if (finished && run.replyTo !== null) await this.replies.send(run.id, run.product, run.replyTo);
    this.setTimer(run, finished ? null : (written.at(-1)?.wakeAt ?? null));
  }

  /** The run's own span and those of its stages, on which all others hang. */
  private async emitSpans({ run, written }: Step): Promise<void> {
    try {
      emitRunSpans(endedRun(run, written, await readStageTimes(this.work.database, run.id)));
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
  private setTimer(run: RunRow, wakeAt: number | null): void {
    clearTimeout(this.timers.get(run.id));
    this.timers.delete(run.id);
    const delay = wakeAt === null ? null : wakeAt - run.now.getTime();
    if (delay === null || delay > LONGEST_TIMER_MS) return;
    const wake = (): void => {
      this.timers.delete(run.id);
      void this.work.publisher.advances([run.id]);
    };
    this.timers.set(run.id, setTimeout(wake, Math.max(0, delay)).unref());
  }
}
