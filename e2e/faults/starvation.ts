import { readFileSync } from 'node:fs';
import { agentsOf, type ServiceProcess } from './service-process.js';
import type { FaultWindow } from './model-ledger.js';

/**
 * A process without CPU for `STARVED` of the last `SPAN` (share of the allowed silence) may miss its heartbeat; polled
 * every `LOOK`.
 */
const LOOK = 0.1;
const STARVED = 0.5;
const SPAN = 1.2;

interface Look {
  at: number;
  waitedMs: number;
}

/** Detects services without CPU for so long that their tasks are reclaimed: the machine's fault. Linux only. */
export class Starvation {
  private readonly looks = new Map<ServiceProcess, Look[]>();
  private readonly windows: FaultWindow[] = [];
  private readonly timer: NodeJS.Timeout;

  /** @param unseenMs allowed silence */
  constructor(
    private readonly processes: () => Iterable<ServiceProcess>,
    private readonly unseenMs: number,
  ) {
    this.timer = setInterval(() => this.look(), LOOK * unseenMs);
  }

  /** What services suffered since then (`performance.now()`). */
  since(from: number): FaultWindow[] {
    this.look();
    return this.windows.filter(({ to }) => to >= from);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const at = performance.now();
    for (const process of this.processes()) {
      const waitedMs = waitedFor(process.pid);
      if (waitedMs === null) continue;
      const looks = this.looks.get(process) ?? [];
      this.looks.set(process, looks);
      looks.push({ at, waitedMs });
      // the first is the youngest of the span's age
      while (looks[1] !== undefined && looks[1].at <= at - SPAN * this.unseenMs) looks.shift();
      const [first] = looks;
      if (first === undefined || waitedMs - first.waitedMs < STARVED * this.unseenMs) continue;
      this.windows.push({ from: first.at, to: at, agents: agentsOf(process.service), unwritten: new Set() });
    }
  }
}

/** Ms waited for CPU; null if unknown. */
function waitedFor(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return null;
  }
}
