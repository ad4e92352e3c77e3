import { startFleet, type Fleet, type FleetOptions } from './fleet.js';
import { QuestionsInFlight } from './questions-in-flight.js';

/** Limit of each test of a fault suite, milliseconds: only a hang takes as long. */
export const FAULT_LIMIT_MS = 600_000;
/** Limit of the hook that starts a fleet, milliseconds: loading 13 services takes a minute of processor time. */
export const START_LIMIT_MS = 600_000;

interface Timing {
  fault: string;
  /** From the end of the fault (or the kill) to the last answer, milliseconds. */
  recoveredMs: number;
}

/** What faults are played on: a fleet that serves, a workspace to ask in, and how long recovery took. */
export class FaultStage {
  private readonly timings: Timing[] = [];

  private constructor(
    readonly fleet: Fleet,
    readonly workspace: string,
  ) {}

  static async open(options: FleetOptions): Promise<FaultStage> {
    const fleet = await startFleet(options);
    if (fleet === null) throw new Error(`${options.backend} is not installed`);
    const database = { dialect: 'postgres', url: fleet.targetUrl };
    const body = { name: `faults-${options.backend}`, database };
    const { id } = await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', body);
    return new FaultStage(fleet, id);
  }

  /** Longer than a process may be silent, with time to have its work done elsewhere; milliseconds. */
  get frozenMs(): number {
    return 1.6 * this.fleet.timing.unseen;
  }

  /** How long a dependency is unreachable: long enough to silence every process; milliseconds. */
  get outageMs(): number {
    return 2 * this.fleet.timing.unseen;
  }

  /** Plays a fault while questions are in flight; the fault answers when it was over. */
  async play(
    fault: string,
    strike: (flight: QuestionsInFlight) => Promise<number>,
    from: 'asked' | 'model' = 'model',
  ): Promise<void> {
    const working = from === 'model' ? this.fleet.ledger.next(({ agent }) => agent === 'generator') : null;
    const flight = await QuestionsInFlight.ask(this.fleet, this.workspace);
    await working;
    const overAt = await strike(flight);
    const endedAt = await flight.ended();
    this.told(fault, endedAt - overAt);
    await flight.check();
  }

  told(fault: string, recoveredMs: number): void {
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
