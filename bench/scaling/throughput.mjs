/**
 * Throughput by evaluators: a model of 500 ms, questions of 10 evaluations; an evaluator holds 10 calls, so at most two
 * questions a second each.
 */
const LATENCY_MS = 500;

export async function throughputTable({ fleet, ask, concurrency, candidates, quick }) {
  const backlog = quick ? 12 : 40;
  console.log(`## ${backlog} questions at once, queues on Redis, model ${LATENCY_MS} ms\n`);
  console.log('| evaluators | their calls allow, questions/s | questions/s | our CPU, cores |');
  console.log('| --- | --- | --- | --- |');
  const askMany = (count) => Promise.all(Array.from({ length: count }, () => ask(LATENCY_MS)));
  for (const count of [1, 2, 4]) {
    await fleet.scale(count);
    await askMany(4);
    const cpuBefore = fleet.cpuMs();
    const startedAt = performance.now();
    await askMany(backlog);
    const wallMs = performance.now() - startedAt;
    const bound = (count * concurrency * 1000) / LATENCY_MS / candidates;
    const cores = (fleet.cpuMs() - cpuBefore) / wallMs;
    console.log(`| ${count} | ${bound.toFixed(1)} | ${((backlog * 1000) / wallMs).toFixed(1)} | ${cores.toFixed(2)} |`);
  }
  console.log();
}
