/**
 * Cost of a question per service, Postgres and Redis above idle, and the processes for ten questions a second, with a
 * realistic model. Measured from rest to rest.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openMeters } from './meters.mjs';

const LATENCY_MS = 2500;
const STAGES = 4;
const IN_FLIGHT = 15;
/** Questions a second of the last columns. */
const RATE = 10;
/** Work per process (of 64 slots) and CPU a second, as autoscalers assume. */
const WORK_PER_PROCESS = 48;
const CPU_MS_PER_PROCESS = 700;

export async function capacityTable({ fleet, ask, redis, quick }) {
  await fleet.scale(1);
  const total = quick ? 15 : 75;
  const meters = await openMeters(fleet, redis);
  try {
    for (let warm = 0; warm < 3; warm += 1) await Promise.all(Array.from({ length: 5 }, () => ask(0)));
    await sleep(10_000);
    const idle = await during(meters, () => sleep(quick ? 10_000 : 30_000));
    const since = await meters.now();
    const most = new Map();
    const load = await during(meters, () => flow(total, ask, () => keepMost(most, meters.held())));
    print({
      total,
      idle,
      load,
      most,
      tasks: await meters.tasksSince(since),
      queues: redis === null ? 'Postgres' : 'Redis',
    });
  } finally {
    await meters.close();
  }
}

/** What was spent while `work` lasted. */
async function during(meters, work) {
  const before = await meters.spent();
  await work();
  const after = await meters.spent();
  return Object.fromEntries(Object.entries(after).map(([key, value]) => [key, value - before[key]]));
}

/** `total` questions, limited concurrency, staggered starts. */
async function flow(total, ask, look) {
  let next = 0;
  const looking = setInterval(look, 2000);
  const worker = async (nth) => {
    await sleep((nth * STAGES * LATENCY_MS) / IN_FLIGHT);
    while (next++ < total) await ask(LATENCY_MS);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, nth) => worker(nth))).finally(() => clearInterval(looking));
}

function keepMost(most, held) {
  for (const { name, ...figures } of held) {
    const before = most.get(name) ?? figures;
    most.set(name, Object.fromEntries(Object.entries(figures).map(([key, now]) => [key, Math.max(now, before[key])])));
  }
}

function print({ total, idle, load, most, tasks, queues }) {
  const perSecond = (key) => (idle[key] * 1000) / idle.wallMs;
  const perQuestion = (key) => (load[key] - (perSecond(key) * load.wallMs) / 1000) / total;
  const names = [...most.keys()];
  const sum = (figure) => names.reduce((all, name) => all + figure(name), 0);
  const cores = (key) => (perQuestion(key) * RATE + perSecond(key)) / 1000;
  const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
  const rate = ((total * 1000) / load.wallMs).toFixed(2);
  console.log(
    `## ${total} questions, ${IN_FLIGHT} in flight, model ${LATENCY_MS} ms, queues on ${queues}: ${rate}/s\n`,
  );
  row('', 'ms/question', 'ms/s idle', 'MB', 'Postgres', 'Redis', 'tasks', 's each', 'cores', 'held', 'processes');
  row(...Array(11).fill('---'));
  for (const name of names) {
    const { count = 0, seconds = 0 } = tasks.get(name) ?? {};
    const held = (count / total) * seconds * RATE;
    const needed = Math.max(held / WORK_PER_PROCESS, (cores(name) * 1000) / CPU_MS_PER_PROCESS);
    row(
      name,
      perQuestion(name).toFixed(1),
      perSecond(name).toFixed(1),
      most.get(name).megabytes.toFixed(0),
      most.get(name).postgres,
      most.get(name).redis,
      (count / total).toFixed(1),
      seconds.toFixed(2),
      cores(name).toFixed(2),
      held.toFixed(0),
      Math.max(1, Math.ceil(needed)),
    );
  }
  const held = (key) => sum((name) => most.get(name)[key]);
  const services = [sum(perQuestion).toFixed(1), sum(perSecond).toFixed(1), held('megabytes').toFixed(0)];
  row('services', ...services, held('postgres'), held('redis'), '', '', sum(cores).toFixed(2), '', '');
  for (const store of ['postgres', 'redis']) {
    const spent = [perQuestion(store).toFixed(1), perSecond(store).toFixed(1)];
    row(store, ...spent, '', '', '', '', '', cores(store).toFixed(2), '', '');
  }
  const all = perQuestion('postgres') + perQuestion('redis') + sum(perQuestion);
  console.log(`\nA question: ${all.toFixed(0)} ms of processor time, all processes but the model's and the target's.`);
  for (const key of ['commits', 'commands', 'wal']) {
    const unit = key === 'wal' ? 1024 : 1;
    const figures = [perQuestion(key), perSecond(key)].map((figure) => (figure / unit).toFixed(1));
    console.log(`${key === 'wal' ? 'WAL, kB' : key}: ${figures[0]} a question, ${figures[1]} a second idle.`);
  }
  console.log();
}
