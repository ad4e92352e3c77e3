import { Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import { readRun, readStageTimes, type RunRow, type RunAdvance } from '@assay/persistence';
import { emitRunSpans, isTracing } from '@assay/runtime/telemetry';
import { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { Pipelines, type Pipeline } from './pipelines.js';
import { ReplyService } from './reply.service.js';
import { countStep, endedRun, inStepSpan, isOver } from './step-telemetry.js';
import { Turns, type Rest } from './turns.js';

/** Timers are hints; longer ones are left to the sweep. */
const LONGEST_TIMER_MS = 60_000;

const KNOWN_RUNS = 10_000;

/** Advances runs: one pure decision, one transaction, then publication. */
@Injectable()
export class CoordinatorService {
  /** A run's product never changes. */
  private readonly known = new LRUCache<Id, Pipeline>({ max: KNOWN_RUNS });
  /** Concurrent steps of a run would conflict. */
  private readonly turns = new Turns<Id>((run) => this.takeStep(run));
  private readonly timers = new Map<Id, NodeJS.Timeout>();

  constructor(
    private readonly work: TaskRuntime,
    private readonly pipelines: Pipelines,
    private readonly replies: ReplyService,
  ) {}

  /** Idempotent; ended runs stay unchanged. */
  advance(run: Id): Promise<void> {
    return this.turns.take(run);
  }

  /** Writes a step. Its outbox is published in `rest`: an unreachable queue must not delay the next step. */
  private async takeStep(run: Id): Promise<Rest | null> {
    const startedAt = new Date();
    const step = await this.step(run);
    if (!step) return null;
    countStep(step.run, step.written);
    this.setTimer(step.run, isOver(step.written) ? null : (step.written.at(-1)?.wakeAt ?? null));
    return { rest: this.publishInSpan(step, startedAt) };
  }

  private async publishInSpan(step: RunAdvance, startedAt: Date): Promise<void> {
    await inStepSpan(step.run, step.written, startedAt, () => this.publish(step));
    if (isTracing() && isOver(step.written)) await this.emitSpans(step);
  }

  private async step(id: Id): Promise<RunAdvance | null> {
    const known = this.known.get(id);
    if (known) return this.stepOf(known, id);
    const run = await readRun(this.work.database, id);
    if (run === null) return null;
    const pipeline = this.pipelines.of(run);
    this.known.set(id, pipeline);
    return this.stepOf(pipeline, id);
  }

  private async stepOf(pipeline: Pipeline, id: Id): Promise<RunAdvance | null> {
    const step = await pipeline.advance(this.work.database, id);
    if (step !== 'over') return step;
    this.known.delete(id);
    return null;
  }

  private async publish({ run, written }: RunAdvance): Promise<void> {
    const tasks = written.flatMap((advance) => advance.tasks);
    const finished = isOver(written);
    const cancelled = written.some((advance) => advance.cancel.length > 0);
    await this.work.publisher.tasks(tasks.map(({ id, queue, priority }) => ({ id, queue, priority, delivery: 1 })));
    if (finished) this.work.hints.send('finished', run.id);
    else if (written.some((advance) => advance.events.length > 0)) this.work.hints.send('events', run.id);
    if (cancelled || finished) this.work.hints.send('lost', run.id);
    if (!finished || run.replyTo === null) return;
    await this.replies.send({ run: run.id, product: run.product, replyTo: run.replyTo, replies: 0 });
  }

  private async emitSpans({ run, written }: RunAdvance): Promise<void> {
    try {
      emitRunSpans(endedRun(run, written, await readStageTimes(this.work.database, run.id)));
    } catch {
      // tracing is best effort
    }
  }

  /** The rows keep the times. */
  stopTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** One timer per run: each step resets or clears it. */
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
