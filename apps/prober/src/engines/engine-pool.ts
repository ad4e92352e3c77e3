import type { InstanceEngine } from '@assay/behaviour';
import { toErrorNote } from '@assay/contracts';

/** Engines with one job each, first come, first served. */
export class EnginePool {
  private readonly idle: InstanceEngine[] = [];
  private readonly all: InstanceEngine[] = [];
  private readonly waiting: ((engine: InstanceEngine) => void)[] = [];

  constructor(
    private readonly make: () => InstanceEngine,
    private readonly most: number,
  ) {}

  async use<Result>(work: (engine: InstanceEngine) => Promise<Result>): Promise<Result> {
    const engine = await this.take();
    try {
      return await work(engine);
    } catch (error) {
      // the server serves others now: none of our databases may stay
      if (toErrorNote(error).code === 'SCRATCH_SERVER_SHARED') await Promise.all(this.idle.map((one) => one.close()));
      throw error;
    } finally {
      const next = this.waiting.shift();
      if (next) next(engine);
      else this.idle.push(engine);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.close()));
  }

  private take(): InstanceEngine | Promise<InstanceEngine> {
    const engine = this.idle.pop();
    if (engine !== undefined) return engine;
    if (this.all.length >= this.most) return new Promise((resolve) => this.waiting.push(resolve));
    const made = this.make();
    this.all.push(made);
    return made;
  }
}
