import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EvaluationDriver, QuestionIntake } from '@assay/questions';
import { DrainRegistry, InjectLogger, type Drainable, type Logger } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';

const EVERY_MS = 1000;

@Injectable()
export class EvaluationsService implements OnApplicationBootstrap, Drainable {
  private readonly driver: EvaluationDriver;
  private readonly stopped = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    work: TaskRuntime,
    intake: QuestionIntake,
    drain: DrainRegistry,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.driver = new EvaluationDriver(work, intake);
    drain.register('evaluations', this);
  }

  onApplicationBootstrap(): void {
    this.plan();
  }

  /** Ends the current turn; another process continues after the lease. */
  async drain(): Promise<void> {
    this.stopped.abort(new Error('the process ends'));
    if (this.timer) clearTimeout(this.timer);
    await this.turn;
  }

  private plan(): void {
    if (this.stopped.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.turn = this.takeTurn().finally(() => this.plan());
    }, EVERY_MS).unref();
  }

  /** Never throws: the next turn retries. */
  private async takeTurn(): Promise<void> {
    try {
      while (!this.stopped.signal.aborted && (await this.driver.turn(this.stopped.signal)));
    } catch (err) {
      if (!this.stopped.signal.aborted) this.logger.warn({ err }, 'an evaluation step failed and will be retried');
    }
  }
}
