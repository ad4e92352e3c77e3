import { targetFault } from '@assay/target-database';

export class RequestGate {
  private readonly limits: { running: number; queued: number };
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(limits: { running: number; queued: number }) {
    this.limits = limits;
  }

  get inFlight(): number {
    return this.running + this.waiting.length;
  }

  async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.running >= this.limits.running) await this.turn(signal);
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    if (this.waiting.length >= this.limits.queued) throw targetFault('TARGET_QUEUE_FULL', 1000);
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(go);
    });
  }
}
