import { startFleet, type Fleet, type FleetOptions } from './fleet.js';
import { QuestionsInFlight } from './questions-in-flight.js';
import { SCENES, type Scene } from './scenes.js';

export interface StageOptions extends FleetOptions {
  /** Asked during each fault. */
  scenes?: readonly Scene[];
}

interface Timing {
  fault: string;
  /** Ms from the end of the fault, or the kill. */
  recoveredMs: number;
}

/** A serving fleet with a workspace, and recovery times. */
export class FaultStage {
  private readonly timings: Timing[] = [];

  private constructor(
    readonly fleet: Fleet,
    readonly workspace: string,
    private readonly scenes: readonly Scene[],
  ) {}

  static async open({ scenes = SCENES, ...options }: StageOptions): Promise<FaultStage> {
    const fleet = await startFleet(options);
    if (fleet === null) throw new Error(`${options.backend} is not installed`);
    const database = { dialect: 'postgres', url: fleet.targetUrl };
    const body = { name: `faults-${options.backend}`, database };
    const { id } = await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', body);
    return new FaultStage(fleet, id, scenes);
  }

  /** Longer than the allowed silence, with time for others to do the work; ms. */
  get frozenMs(): number {
    return 1.6 * this.fleet.timing.unseen;
  }

  /** Long enough to silence every process; ms. */
  get outageMs(): number {
    return 2 * this.fleet.timing.unseen;
  }

  /** Plays a fault during questions; it resolves when it is over. */
  async play(
    fault: string,
    strike: (flight: QuestionsInFlight) => Promise<number>,
    from: 'asked' | 'model' = 'model',
  ): Promise<void> {
    const working = from === 'model' ? this.fleet.ledger.next(({ agent }) => agent === 'generator') : null;
    const flight = await QuestionsInFlight.ask(this.fleet, this.workspace, this.scenes);
    await working;
    const overAt = await strike(flight);
    const endedAt = await flight.ended();
    this.recordRecovery(fault, endedAt - overAt);
    await flight.check();
  }

  recordRecovery(fault: string, recoveredMs: number): void {
    this.timings.push({ fault, recoveredMs });
    process.stderr.write(`${(recoveredMs / 1000).toFixed(1)} s  ${fault}\n`);
  }

  async close(): Promise<void> {
    const lines = this.timings.map(
      ({ fault, recoveredMs }) => `  ${(recoveredMs / 1000).toFixed(1).padStart(5)} s  ${fault}`,
    );
    const title = `Queues on ${this.fleet.backend}: from the fault's end to the last of the answers`;
    process.stderr.write(`${title}\n${lines.join('\n')}\n`);
    await this.fleet.close();
  }
}
