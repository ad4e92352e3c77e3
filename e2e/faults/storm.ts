import { expect, it } from '@jest/globals';
import { SERVICES, type ServiceName } from '@assay/contracts';
import { eventually } from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultStage } from './fault-stage.js';
import type { Fleet } from './fleet.js';
import { FORGOTTEN_MS } from './outages.js';
import { QuestionsInFlight } from './questions-in-flight.js';
import { SCENES, type Scene } from './scenes.js';
import { agentsOf } from './service-process.js';

/** Same number of each scene; the benchmark asks more. */
const QUESTIONS = Number(process.env['ASSAY_STORM_QUESTIONS'] ?? 24);
/** The storm lasts while more are open. */
const FEW = 60;
/** Only a hang takes this long with `FEW` questions. */
const LIMIT_MS = 180_000;
/** One service dies per interval, milliseconds. A start takes a second of one core: the benchmark leaves as much for the work. */
const KILL_INTERVAL_MS = QUESTIONS > FEW ? 2000 : 1000;
/** After the last fault, besides the work. */
const RECOVERY_MS = 15_000;

/** Besides the kill of this number. */
type Strike = (stage: FaultStage, flight: QuestionsInFlight) => Promise<void>;
const BESIDE: Readonly<Partial<Record<number, Strike>>> = {
  1: loseJobs,
  3: freezeAnEvaluator,
  4: loseJobs,
  6: crashPostgres,
  9: loseJobs,
};

/** Many faults under load: recoveries may interfere. */
export function describeStorm(stage: () => FaultStage): void {
  it(
    `${QUESTIONS} questions: loses none, doubles none, pays none twice, and leaves none behind`,
    async () => {
      const { fleet, workspace } = stage();
      const flight = await QuestionsInFlight.ask(fleet, workspace, scenesFor(QUESTIONS));
      const askedMs = performance.now() - flight.askedAt;
      const rounds = await storm(stage(), flight);
      const lastFaultAt = performance.now();
      const open = await openOf(fleet, flight);
      // equal new questions measure the machine's speed
      const fresh = await QuestionsInFlight.ask(fleet, workspace, scenesFor(Math.min(QUESTIONS, FEW)));
      const [endedAt, freshEndedAt] = await Promise.all([flight.ended(), fresh.ended()]);
      const recoveredMs = endedAt - lastFaultAt;
      const freshMs = freshEndedAt - fresh.askedAt;
      process.stderr.write(
        `Storm on ${fleet.backend}: ${QUESTIONS} asked in ${seconds(askedMs)}, ${rounds * SERVICES.length} kills in ` +
          `${seconds(lastFaultAt - flight.askedAt - askedMs)}; ${open} still open then, ended ${seconds(recoveredMs)} ` +
          `after the last fault; ${fresh.asked.length} asked at that moment take ${seconds(freshMs)}\n`,
      );

      await flight.check();
      await fresh.check();
      expect(recoveredMs).toBeLessThan(RECOVERY_MS + 2 * freshMs);
    },
    LIMIT_MS * Math.ceil(QUESTIONS / FEW),
  );
}

function scenesFor(questions: number): Scene[] {
  return Array.from({ length: questions }, (_, index) => SCENES[index % SCENES.length] as Scene);
}

async function openOf(fleet: Fleet, flight: QuestionsInFlight): Promise<number> {
  return flight.asked.length - (await fleet.rows.finished(flight.ids)).size;
}

/** Returns the number of rounds. */
async function storm(stage: FaultStage, flight: QuestionsInFlight): Promise<number> {
  for (let rounds = 1; ; rounds += 1) {
    await strikeAll(stage, flight);
    if ((await openOf(stage.fleet, flight)) <= FEW) return rounds;
  }
}

/** Kills and restarts every service, with other faults between. */
async function strikeAll(stage: FaultStage, flight: QuestionsInFlight): Promise<void> {
  const beside: Promise<void>[] = [];
  for (const [index, { name: service }] of SERVICES.entries()) {
    const strike = BESIDE[index];
    if (strike !== undefined) beside.push(strike(stage, flight));
    await Promise.all([killAndRestart(stage.fleet, flight, service), delay(KILL_INTERVAL_MS)]);
  }
  await Promise.all(beside);
}

async function killAndRestart(fleet: Fleet, flight: QuestionsInFlight, service: ServiceName): Promise<void> {
  const from = performance.now();
  await fleet.process(service).kill();
  await flight.met(from, agentsOf(service));
  await fleet.start(service);
}

/** No such fault on Postgres. */
function loseJobs({ fleet }: FaultStage): Promise<void> {
  return fleet.loseJobs();
}

/** An extra evaluator freezes with tasks. */
async function freezeAnEvaluator({ fleet, frozenMs }: FaultStage, flight: QuestionsInFlight): Promise<void> {
  const extra = await (await fleet.startBeside('evaluator')).ready();
  await eventually(async () => (await fleet.rows.holdsTasks(extra.pid)) || (await openOf(fleet, flight)) === 0);
  const from = performance.now();
  extra.freeze();
  const fault = await flight.met(from, ['evaluator'], Number.POSITIVE_INFINITY);
  await delay(frozenMs);
  extra.wake();
  fault.to = performance.now();
  await extra.stop();
}

/** A signal to a back end makes the server recover. */
async function crashPostgres({ fleet }: FaultStage, flight: QuestionsInFlight): Promise<void> {
  const from = performance.now();
  const [backend] = await fleet.rows.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(backend?.pid ?? 0, 'SIGKILL');
  await fleet.rows.queryWithRetries('select 1');
  await flight.met(from, null, performance.now() + FORGOTTEN_MS);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
