import { expect, it } from '@jest/globals';
import { SERVICES, type ServiceName } from '@assay/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_LIMIT_MS, type FaultStage } from './fault-stage.js';
import type { Fleet } from './fleet.js';
import { QuestionsInFlight } from './questions-in-flight.js';
import { SCENES } from './scenes.js';
import { agentsOf } from './service-process.js';

/** Twelve of each scene: 60 questions in flight. */
const QUESTIONS = Array.from({ length: 12 }, () => SCENES).flat();
/** One service dies per interval, milliseconds. */
const KILL_INTERVAL_MS = 2000;
/** Longer than a heartbeat may be missing (5 s), milliseconds. */
const FROZEN_MS = 8000;
/** How long recovery may take after the last fault, beside the work itself, milliseconds. */
const RECOVERY_MS = 15_000;

/** What strikes beside the kill of a service, by the number of that kill. */
type Strike = (fleet: Fleet, flight: QuestionsInFlight) => Promise<void>;
const BESIDE: Readonly<Partial<Record<number, Strike>>> = {
  1: loseJobs,
  3: freezeAnEvaluator,
  4: loseJobs,
  6: crashPostgres,
  9: loseJobs,
};

/** Many faults at once under load: what single faults cannot show is how their recoveries get in each other's way. */
export function describeStorm(stage: () => FaultStage): void {
  it(
    '60 questions: loses none, doubles none, pays none twice, and leaves none behind',
    async () => {
      const { fleet, workspace } = stage();
      const calm = await QuestionsInFlight.ask(fleet, workspace, QUESTIONS);
      const undisturbedMs = (await calm.ended()) - calm.askedAt;

      const flight = await QuestionsInFlight.ask(fleet, workspace, QUESTIONS);
      await storm(fleet, flight);
      const lastFaultAt = performance.now();
      const openAfterwards = QUESTIONS.length - (await fleet.rows.finished(flight.ids)).size;
      const recoveredMs = (await flight.ended()) - lastFaultAt;
      const figures = `${openAfterwards} still open, ended ${seconds(recoveredMs)} after the last fault`;
      process.stderr.write(`Storm on ${fleet.backend}: ${figures}; undisturbed, all take ${seconds(undisturbedMs)}\n`);

      await flight.check();
      // the undisturbed run measures the machine, whose other load may come and go: three times as slow is still it
      expect(recoveredMs).toBeLessThan(RECOVERY_MS + 3 * undisturbedMs);
    },
    FAULT_LIMIT_MS,
  );
}

/** Every service is killed in turn, and comes back at once; other faults strike in between. */
async function storm(fleet: Fleet, flight: QuestionsInFlight): Promise<void> {
  const beside: Promise<void>[] = [];
  for (const [index, { name: service }] of SERVICES.entries()) {
    const strike = BESIDE[index];
    if (strike !== undefined) beside.push(strike(fleet, flight));
    await Promise.all([killAndRestart(fleet, flight, service), delay(KILL_INTERVAL_MS)]);
  }
  await Promise.all(beside);
}

async function killAndRestart(fleet: Fleet, flight: QuestionsInFlight, service: ServiceName): Promise<void> {
  const from = performance.now();
  await fleet.process(service).kill();
  flight.faults.push({ from, to: performance.now(), agents: agentsOf(service) });
  await fleet.start(service);
}

/** Redis forgets every job; queues on Postgres have no such fault. */
function loseJobs(fleet: Fleet): Promise<void> {
  return fleet.loseJobs();
}

/** One evaluator more takes tasks, stops in the middle of them, and wakes when others have done them. */
async function freezeAnEvaluator(fleet: Fleet, flight: QuestionsInFlight): Promise<void> {
  const extra = await (await fleet.startBeside('evaluator')).ready();
  await delay(KILL_INTERVAL_MS / 2);
  const from = performance.now();
  extra.freeze();
  await delay(FROZEN_MS);
  extra.wake();
  flight.faults.push({ from, to: performance.now(), agents: ['evaluator'] });
}

/** One back end dies by a signal, so that the server ends all others and recovers. */
async function crashPostgres(fleet: Fleet, flight: QuestionsInFlight): Promise<void> {
  const from = performance.now();
  const [backend] = await fleet.rows.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(backend?.pid ?? 0, 'SIGKILL');
  await fleet.rows.patiently('select 1');
  // commits of the last moments are not flushed, so calls under way are lost
  flight.faults.push({ from, to: performance.now() + 1000, agents: null });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
